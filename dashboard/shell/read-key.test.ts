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

it('knows the palette by either key, in upper case too', () => {
  expect(readKey(press('k', { ctrlKey: true }), false)).toEqual({ kind: 'palette' })
  expect(readKey(press('K', { metaKey: true }), false)).toEqual({ kind: 'palette' })
  expect(readKey(press('k'), false)).toBeNull()
})

it('waits for a letter after G, and takes none without it', () => {
  expect(readKey(press('g'), false)).toEqual({ kind: 'wait' })
  expect(readKey(press('L'), true)).toEqual({ kind: 'go', letter: 'l' })
  expect(readKey(press('l'), false)).toBeNull()
  expect(readKey(press('Escape'), true)).toBeNull()
})

it('knows the search and the list of shortcuts', () => {
  expect(readKey(press('/'), false)).toEqual({ kind: 'search' })
  expect(readKey(press('?'), false)).toEqual({ kind: 'shortcuts' })
})

it('leaves what is meant for the browser or held down', () => {
  expect(readKey(press('g', { ctrlKey: true }), false)).toBeNull()
  expect(readKey(press('/', { altKey: true }), false)).toBeNull()
  expect(readKey(press('g', { repeat: true }), false)).toBeNull()
})
