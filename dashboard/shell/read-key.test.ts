import { expect, it } from 'vitest'
import { type PressedKey, readKey } from './read-key.ts'

const press = (key: string, more: Partial<PressedKey> = {}): PressedKey => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  ...more,
})

it('opens the palette with either modifier key, also in upper case', () => {
  expect(readKey(press('k', { ctrlKey: true }), false)).toEqual({ kind: 'palette' })
  expect(readKey(press('K', { metaKey: true }), false)).toEqual({ kind: 'palette' })
  expect(readKey(press('k'), false)).toBeNull()
})

it('waits for a letter after G, and ignores letters without it', () => {
  expect(readKey(press('g'), false)).toEqual({ kind: 'wait' })
  expect(readKey(press('L'), true)).toEqual({ kind: 'go', letter: 'l' })
  expect(readKey(press('l'), false)).toBeNull()
  expect(readKey(press('Escape'), true)).toBeNull()
})

it('opens the search and the list of shortcuts', () => {
  expect(readKey(press('/'), false)).toEqual({ kind: 'search' })
  expect(readKey(press('?'), false)).toEqual({ kind: 'shortcuts' })
})

it('ignores browser shortcuts and held keys', () => {
  expect(readKey(press('g', { ctrlKey: true }), false)).toBeNull()
  expect(readKey(press('/', { altKey: true }), false)).toBeNull()
  expect(readKey(press('g', { repeat: true }), false)).toBeNull()
})
