import { expect, it } from 'vitest'
import { contentTypes } from '#schemas/qr-choices.ts'
import { qrContent } from '#schemas/qr-content.ts'
import { contentType } from './code-search.ts'
import { kindIcons, summarize } from './kinds.ts'

it('has a name and an icon for every type of content', () => {
  expect(Object.keys(kindIcons).sort()).toEqual([...contentTypes].sort())
})

it('recognizes the types of content in a URL', () => {
  expect([contentType('wifi'), contentType('fax'), contentType(7)]).toEqual(['wifi', undefined, undefined])
})

it.each([
  [{ content_type: 'url', content_data: { url: 'https://www.example.com/' } }, 'example.com'],
  [{ content_type: 'vcard', content_data: { organization: 'Waymark Ltd' } }, 'Waymark Ltd'],
  [{ content_type: 'vcard', content_data: { first_name: 'Ada', last_name: 'Lovelace' } }, 'Ada Lovelace'],
  [{ content_type: 'location', content_data: { latitude: 1.5, longitude: -2 } }, '1.5, -2'],
  [{ content_type: 'wifi', content_data: { ssid: 'Guests', password: 'hidden away' } }, 'Guests'],
])('summarizes %j in one line', (content, line) => {
  expect(summarize(qrContent.parse(content))).toBe(line)
})
