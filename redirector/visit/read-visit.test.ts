import { describe, expect, it } from 'vitest'
import { AddressRanges } from '#runtime/address-ranges.ts'
import type { Exchange, VisitHeader } from '../transport/exchange.ts'
import { readAddress, readTarget, readVisitor } from './read-visit.ts'

type Headers = Partial<Record<VisitHeader | 'x-forwarded-for', string>>

function exchange(path: string, headers: Headers = {}, peer = '192.0.2.1'): Exchange {
  return {
    method: 'GET',
    path,
    query: () => '',
    header: (name) => headers[name] ?? '',
    forwardedFor: () => headers['x-forwarded-for'] ?? '',
    traceparent: () => '',
    remoteAddress: () => peer,
    isOver: false,
    keep: () => undefined,
    hold: () => undefined,
    answer: () => undefined,
    readBody: async () => null,
  }
}

describe('readTarget', () => {
  it('reads the host in lower case, without its port', () => {
    expect(readTarget(exchange('/abc', { host: 'Go.Example.com:8080' }))).toEqual({
      host: 'go.example.com',
      code: 'abc',
    })
  })

  it.each([
    ['/AbC_-9', 'AbC_-9'],
    ['/%61bc', 'abc'],
    ['/', null],
    ['/a/b', null],
    ['/abc/', 'abc'],
    ['/%61bc/', 'abc'],
    ['/abc//', null],
    ['/abc%2F', null],
    ['/a/b/', null],
    ['/file.php/', null],
    ['/a%2Fb', null],
    ['/file.php', null],
    ['/%zz', null],
    ['/ä', null],
    ['//abc', null],
    [`/${'x'.repeat(51)}`, null],
    ['http://host/abc', null],
  ])('reads the slug of %s as %s', (path, code) => {
    expect(readTarget(exchange(path)).code).toBe(code)
  })
})

describe('readAddress', () => {
  const proxies = new AddressRanges(['10.0.0.0/8', 'fd00::/8'])
  const via = (chain: string, peer: string) => readAddress(exchange('/', { 'x-forwarded-for': chain }, peer), proxies)

  it('ignores the header without trusted proxies', () => {
    expect(readAddress(exchange('/', { 'x-forwarded-for': '198.51.100.9' }), null)).toBe('192.0.2.1')
  })

  it('ignores the header of a peer that is not a trusted proxy', () => {
    expect(via('198.51.100.9', '192.0.2.1')).toBe('192.0.2.1')
  })

  it.each([
    ['one proxy', '198.51.100.9', '10.0.0.1', '198.51.100.9'],
    ['a proxy mapped into IPv6', '198.51.100.9', '::ffff:10.0.0.1', '198.51.100.9'],
    ['two proxies', '198.51.100.9, 10.0.0.2', '10.0.0.1', '198.51.100.9'],
    ['a forged entry further left', '203.0.113.5, 198.51.100.9', '10.0.0.1', '198.51.100.9'],
    ['an IPv6 client', '2001:db8::9', 'fd00::1', '2001:db8:0:0:0:0:0:9'],
    ['a client with a port', '198.51.100.9:5555', '10.0.0.1', '198.51.100.9'],
    ['an IPv6 client with a port', '[2001:db8::9]:5555', 'fd00::1', '2001:db8:0:0:0:0:0:9'],
    ['two proxies with ports', '198.51.100.9:5555, 10.0.0.2:80', '10.0.0.1', '198.51.100.9'],
    ['only proxies', '10.0.0.3, 10.0.0.2', '10.0.0.1', '10.0.0.3'],
    ['no header', '', '10.0.0.1', '10.0.0.1'],
    ['an invalid entry', '198.51.100.9, unknown', '10.0.0.1', '10.0.0.1'],
  ])('finds the client behind %s', (_name, chain, peer, client) => {
    expect(via(chain, peer)).toBe(client)
  })
})

describe('readVisitor', () => {
  it('reads the purpose of a browser prefetch, also in its old spelling', () => {
    expect(readVisitor(exchange('/', { 'sec-purpose': 'prefetch;prerender' }), null).purpose).toBe('prefetch;prerender')
    expect(readVisitor(exchange('/', { purpose: 'prefetch' }), null).purpose).toBe('prefetch')
  })
})
