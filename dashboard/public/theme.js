// Runs before the first paint to avoid a flash. Without a stored theme, the system's theme is used.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be blocked. The system's theme is used then.
}
