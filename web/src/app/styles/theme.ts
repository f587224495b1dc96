/** A person's choice: a theme, or to follow the system. */
export type Theme = 'light' | 'dark' | 'system'

const KEY = 'theme'

/** The choice in this browser; `system` until the person makes one. */
export function readTheme(): Theme {
  const kept = localStorage.getItem(KEY)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

/** Shows and stores a choice. Before the first paint `theme.js` shows it. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem(KEY)
    delete document.documentElement.dataset.theme
  } else {
    localStorage.setItem(KEY, theme)
    document.documentElement.dataset.theme = theme
  }
}
