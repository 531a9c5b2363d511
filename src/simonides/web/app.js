// The page: draws the frame and the view that the address names, once its words and its key are there.
import { html, render } from "./vendor/preact.js";
import * as i18n from "./core/i18n.js";
import * as session from "./core/session.js";
import * as live from "./core/live.js";
import { Frame } from "./parts/frame.js";

await Promise.all([i18n.start(), session.start()]);
live.start();
const app = document.getElementById("app");
app.replaceChildren();
render(html`<${Frame} />`, app);
