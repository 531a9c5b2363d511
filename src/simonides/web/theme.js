// Before the first paint: the chosen colours, if somebody chose any.
try {
  const chosen = localStorage.getItem("simonides.theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch { /* storage may be switched off */ }
