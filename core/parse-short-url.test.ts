import { expect, it } from 'vitest'
import { parseHost, parseShortUrl } from './parse-short-url.ts'

it.each([
  ['https://go.example/sale', 'go.example', 'sale'],
  ['  go.example/Sale_1-a ', 'go.example', 'Sale_1-a'],
  ['HTTP://GO.example:8080/sale/?utm_source=x#top', 'go.example', 'sale'],
  ['localhost:8080/sale', 'localhost', 'sale'],
  ['https://go.example/sale+', 'go.example', 'sale'],
  ['https://go.example/sale%2b', 'go.example', 'sale'],
  ['https://bücher.example/sale', 'xn--bcher-kva.example', 'sale'],
])('reads %s', (text, host, code) => {
  expect(parseShortUrl(text)).toEqual({ host, code })
})

it.each([
  '',
  'go.example',
  'https://go.example/',
  'https://go.example/a/b',
  'ftp://go.example/sale',
  'a b/c',
  '%',
  'x'.repeat(3_000),
])('refuses %s', (text) => {
  expect(parseShortUrl(text)).toBe(null)
})

it.each([
  ['go.example.com', 'go.example.com'],
  [' https://GO.example.com:8443/ ', 'go.example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['go.example.com/sale', null],
  ['go.example.com?sale', null],
  ['https://', null],
  ['', null],
])('the host of %j is %j', (text, host) => {
  expect(parseHost(text)).toBe(host)
})
