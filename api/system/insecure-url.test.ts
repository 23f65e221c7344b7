import { expect, it } from 'vitest'
import { isInsecureUrl } from './insecure-url.ts'

it.each([
  ['http://localhost:3000', false],
  ['http://app.localhost', false],
  ['http://127.0.0.1:3000', false],
  ['http://127.9.9.9', false],
  ['http://[::1]:3000', false],
  ['https://go.example.com', false],
  ['http://go.example.com', true],
  ['http://localhost.example.com', true],
  ['http://notlocalhost', true],
  ['http://192.168.0.2:3000', true],
  ['http://[2001:db8::1]', true],
])('%s is insecure: %s', (url, insecure) => {
  expect(isInsecureUrl(url)).toBe(insecure)
})
