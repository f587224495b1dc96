// Runs before the first paint, so that a chosen theme never flashes. The system's theme needs no attribute.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be forbidden; the system's theme holds then.
}
