import { useSyncExternalStore } from 'react'
import { browserStorage } from '../parts/browser-storage.ts'

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

/** public/theme.js applies the stored theme before the first paint. */
export function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  browserStorage.setItem('theme', theme)
  for (const listener of listeners) listener()
}
