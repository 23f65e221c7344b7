import { expect, it } from 'vitest'
import { relyingParty } from './relying-party.ts'

it.each([
  ['https://way.example/app', { id: 'way.example', origin: 'https://way.example' }],
  ['https://way.example:8443', { id: 'way.example', origin: 'https://way.example:8443' }],
  ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  ['http://way.localhost:3000', { id: 'way.localhost', origin: 'http://way.localhost:3000' }],
  ['http://way.example', null],
  ['http://127.0.0.1:3000', null],
  ['https://192.0.2.1', null],
  ['https://[2001:db8::1]', null],
])('%s: %j', (baseUrl, expected) => {
  expect(relyingParty(baseUrl)).toEqual(expected)
})
