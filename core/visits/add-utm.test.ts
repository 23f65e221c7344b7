import { expect, it } from 'vitest'
import { addUtm } from './add-utm.ts'

const none = { utm_source: null, utm_medium: null }

it('appends the parameters to those of the URL', () => {
  expect(addUtm('https://example.org/?a=1#end', { ...none, utm_source: 'spring mail' })).toBe(
    'https://example.org/?a=1&utm_source=spring+mail#end',
  )
})

it('replaces a parameter of the same name', () => {
  expect(addUtm('https://example.org/?utm_source=old&utm_term=kept', { ...none, utm_source: 'new' })).toBe(
    'https://example.org/?utm_term=kept&utm_source=new',
  )
})

it('leaves the URL unchanged without parameters', () => {
  expect(addUtm('https://example.org', none)).toBe('https://example.org')
})
