// Before the first paint, so that nothing flashes. Without a choice the system's holds.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be forbidden: then the system's holds.
}
