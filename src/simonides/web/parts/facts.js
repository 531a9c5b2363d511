// Writing facts: new ones, and the end of old ones, each with its undo.
import { html, useState } from "../vendor/preact.js";
import { t } from "../core/i18n.js";
import { api, palacePath } from "../core/api.js";
import { say } from "../core/notices.js";
import { Problem } from "./bits.js";

const words = ({ subject, predicate, object }) => ({ subject, predicate, object });

export async function endFact(palace, fact, done) {
  try {
    await api("PATCH", palacePath(palace, "/facts/ended"), { body: words(fact) });
    say(t("facts.ended"), { undo: async () => { await api("POST", palacePath(palace, "/facts"), { body: { ...words(fact), ...(fact.valid_from && { valid_from: fact.valid_from }) } }); done(); } });
    done();
  } catch (error) { say(error.message, { isError: true }); }
}

export function FactForm({ palace, subject = "", object = "", done }) {
  const [fields, set] = useState({ subject, predicate: "", object, valid_from: "", replaces: false });
  const [error, fail] = useState(null);
  const change = (name) => (event) => set({ ...fields, [name]: event.target.type === "checkbox" ? event.target.checked : event.target.value });
  const send = async (event) => {
    event.preventDefault();
    const body = { ...words(fields), replaces: fields.replaces, ...(fields.valid_from && !fields.replaces && { valid_from: fields.valid_from }) };
    try {
      const made = await api("POST", palacePath(palace, "/facts"), { body });
      set({ ...fields, object: "", predicate: "" });
      fail(null);
      say(t("facts.noted"), { undo: () => endFact(palace, made, done) });
      done();
    } catch (refusal) { fail(refusal); }
  };
  const isWhole = fields.subject.trim() && fields.predicate.trim() && fields.object.trim();
  return html`<form class="stack" onSubmit=${send}><div class="side"><label>${t("facts.subject")}<input value=${fields.subject} onInput=${change("subject")} /></label><label>${t("facts.predicate")}<input value=${fields.predicate} onInput=${change("predicate")} /></label><label>${t("facts.object")}<input value=${fields.object} onInput=${change("object")} /></label><label>${t("facts.valid_from")}<input type="date" disabled=${fields.replaces} value=${fields.valid_from} onInput=${change("valid_from")} /></label></div><label class="check"><input type="checkbox" checked=${fields.replaces} onChange=${change("replaces")} />${t("facts.replaces")}</label><${Problem} error=${error} /><p class="actions"><button type="submit" class="main-action" disabled=${!isWhole}>${t("facts.note")}</button></p></form>`;
}
