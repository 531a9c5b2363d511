// Before the first paint: the chosen colours and language, and the two requests that the page waits for.
{
  const LANGUAGES = ["en", "de", "fr", "es", "zh", "ja"];
  const kept = (store, name) => { try { return self[store].getItem(name) ?? ""; } catch { return ""; /* storage may be switched off */ } };
  const root = document.documentElement;
  const theme = kept("localStorage", "simonides.theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  const wanted = [kept("localStorage", "simonides.language"), ...navigator.languages].map((each) => each.slice(0, 2));
  root.lang = wanted.find((each) => LANGUAGES.includes(each)) ?? "en";
  const key = kept("sessionStorage", "simonides.key");
  const me = () => fetch("/api/v1/me", { headers: key ? { Authorization: `Bearer ${key}` } : {}, credentials: "omit", cache: "no-store" });
  self.early = {
    words: fetch(new URL(`i18n/${root.lang}.json`, document.currentScript.src)).then((reply) => reply.json()),
    // A code in the address becomes a key first.
    me: location.hash.includes("code=") ? null : me(),
  };
  for (const each of Object.values(self.early)) each?.catch(() => {});
}
