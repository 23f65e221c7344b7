/** The action of a key. `wait`: the letter of a page follows. */
export type KeyWish = { kind: 'palette' | 'shortcuts' | 'search' | 'wait' } | { kind: 'go'; letter: string }

export type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>

/** Time to press a letter after G. */
export const letterWithinMs = 1_500

/** null: the key is not a shortcut. */
export function readKey(pressed: PressedKey, isLetterDue: boolean): KeyWish | null {
  const { key, ctrlKey, metaKey, altKey, repeat } = pressed
  if (repeat || altKey) return null
  const letter = key.toLowerCase()
  if (ctrlKey || metaKey) return letter === 'k' ? { kind: 'palette' } : null
  if (isLetterDue) return /^[a-z]$/.test(letter) ? { kind: 'go', letter } : null
  if (letter === 'g') return { kind: 'wait' }
  if (key === '/') return { kind: 'search' }
  if (key === '?') return { kind: 'shortcuts' }
  return null
}
