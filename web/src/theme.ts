// Dark and light: as in the system, or as set by the switch.

const KEY = "armillary-theme";
type Theme = "auto" | "dark" | "light";
const listeners: (() => void)[] = [];

function stored(): Theme {
  try {
    const found = localStorage.getItem(KEY);
    return found === "dark" || found === "light" ? found : "auto";
  } catch {
    return "auto"; // pages that were opened from a file may have no storage
  }
}

function store(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // without storage the choice holds while the page is open
  }
}

export function isDark(): boolean {
  const theme = document.documentElement.dataset.theme;
  if (theme === "dark" || theme === "light") return theme === "dark";
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

export function onTheme(listener: () => void): void {
  listeners.push(listener);
}

function show(theme: Theme): void {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const button = document.getElementById("theme");
  if (button) {
    button.textContent = isDark() ? "☀ light" : "☾ dark";
    button.setAttribute("aria-label", `switch to ${isDark() ? "light" : "dark"} colours`);
  }
  for (const listener of listeners) listener();
}

export function startTheme(): void {
  show(stored());
  document.getElementById("theme")?.addEventListener("click", () => {
    const next: Theme = isDark() ? "light" : "dark";
    store(next);
    show(next);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => show(stored()));
}
