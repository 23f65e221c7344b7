import { useSyncExternalStore } from 'react'

type Theme = 'light' | 'system' | 'dark'

const listeners = new Set<() => void>()

const current = (): Theme => {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, current)

/** public/theme.js reads what is kept here, before the first paint. */
export function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Storage may be forbidden: then the choice lasts as long as the page.
  }
  for (const listener of listeners) listener()
}
