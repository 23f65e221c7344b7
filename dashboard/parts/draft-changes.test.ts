import { expect, it } from 'vitest'
import { applyChanges, changesOf } from './draft-changes.ts'

const start = {
  url: '',
  name: 'Spring',
  tags: ['a'],
  days: null as number | null,
  contents: {} as object,
  password: '',
}

it('keeps only what was changed, so that a restored draft reverts nothing else', () => {
  const filled = { ...start, url: 'https://example.com/', tags: ['a', 'b'] }
  const draft = changesOf(filled, start)
  expect(draft).toEqual({ changes: { url: 'https://example.com/', tags: ['a', 'b'] }, lacksSecret: false })
  const changedSince = { ...start, name: 'Autumn' }
  expect(applyChanges(changedSince, draft?.changes ?? {})).toEqual({ ...filled, name: 'Autumn' })
})

it('keeps nothing of an unchanged form', () => {
  expect(changesOf({ ...start, tags: ['a'] }, start)).toBeUndefined()
})

it('never keeps secrets, and tells that one is missing', () => {
  expect(changesOf({ ...start, password: 'open sesame' }, start)).toEqual({ changes: {}, lacksSecret: true })
  const wifi = { wifi: { ssid: 'Guests', password: 'welcome home', hidden: 'true' } }
  expect(changesOf({ ...start, contents: wifi }, start)).toEqual({
    changes: { contents: { wifi: { ssid: 'Guests', hidden: 'true' } } },
    lacksSecret: true,
  })
})

it('leaves out members that the form does not have, or has with another type', () => {
  expect(applyChanges(start, { gone: 1, url: 5, tags: 'a', days: 30 })).toEqual({ ...start, days: 30 })
})

it('keeps new members of a nested object', () => {
  const newer = { look: { color: '#000000', frame: 'none' } }
  expect(applyChanges(newer, { look: { color: '#FF0000' } })).toEqual({ look: { color: '#FF0000', frame: 'none' } })
})
