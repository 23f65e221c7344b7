import { expect, it } from 'vitest'
import { describeDomain, domainOf, hostInUrls } from './domain-choice.ts'

it.each([
  [undefined, {}],
  ['', {}],
  ['base', { url_type: 'standard' }],
  ['spring.go.example', { url_type: 'subdomain', subdomain: 'spring' }],
  ['links.brand.example', { url_type: 'branded', branded_domain: 'links.brand.example' }],
  ['xgo.example', { url_type: 'branded', branded_domain: 'xgo.example' }],
])('sends the domain %s as the API expects it', (host, parameters) => {
  expect(describeDomain(host, 'go.example:8080')).toEqual(parameters)
})

it('adds the port of the base domain only to its own subdomains', () => {
  expect(['', 'spring.go.example', 'brand.example'].map((host) => hostInUrls(host, 'go.example:8080'))).toEqual([
    'go.example:8080',
    'spring.go.example:8080',
    'brand.example',
  ])
})

it.each([
  [{ subdomain: null, branded_domain: null }, { url_type: 'standard' }],
  [
    { subdomain: 'spring', branded_domain: null },
    { url_type: 'subdomain', subdomain: 'spring' },
  ],
  [
    { subdomain: null, branded_domain: 'brand.example' },
    { url_type: 'branded', branded_domain: 'brand.example' },
  ],
])('finds the domain of an existing link: %o', (link, parameters) => {
  const shortHost = 'go.example:8080'
  expect(describeDomain(domainOf(link, shortHost), shortHost)).toEqual(parameters)
})
