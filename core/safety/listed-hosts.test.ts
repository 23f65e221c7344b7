import { describe, expect, it } from 'vitest'
import { HostSet } from './host-set.ts'
import { findListed, hostOf, hostsOfLine, normalizeHost } from './listed-hosts.ts'

describe('hostsOfLine', () => {
  it.each([
    ['evil.example', ['evil.example']],
    ['  Evil.Example.  # a comment', ['evil.example']],
    ['*.evil.example', ['evil.example']],
    ['.evil.example', ['evil.example']],
    ['0.0.0.0 evil.example', ['evil.example']],
    ['127.0.0.1\tevil.example other.example # both', ['evil.example', 'other.example']],
    ['::1 evil.example', ['evil.example']],
    ['bücher.example', ['xn--bcher-kva.example']],
    ['xn--bcher-kva.example', ['xn--bcher-kva.example']],
    ['under_score.example', ['under_score.example']],
    ['zip', ['zip']],
    ['203.0.113.7', ['203.0.113.7']],
    ['2001:DB8::1', ['[2001:db8::1]']],
    ['evil.example\r', ['evil.example']],
  ])('reads %s', (line, hosts) => {
    expect(hostsOfLine(line)).toEqual(hosts)
  })

  it.each([
    ...[
      '',
      '   ',
      '# comment',
      '! comment',
      '127.0.0.1 localhost',
      '::1 ip6-localhost ip6-loopback',
      '0.0.0.0 0.0.0.0',
    ],
    ...['https://evil.example/path', 'evil.example/path', 'two words', 'a@b.example', '-', '..', 'a..b', '<html>'],
    'ü'.repeat(301),
  ])('finds no host in %s', (line) => {
    expect(hostsOfLine(line)).toEqual([])
  })
})

it('names hosts as the URLs of destinations do', () => {
  expect(normalizeHost('0xcb.0x00.0x71.0x07')).toBe(hostOf('http://203.0.113.7/'))
  expect(hostOf('https://EVIL.example.:8443/x')).toBe('evil.example')
  expect(hostOf('http://[::ffff:203.0.113.7]/')).toBe('203.0.113.7')
  expect(normalizeHost('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(hostOf('mailto:a@b.example')).toBe(null)
})

describe('findListed', () => {
  const listed = new Set(['evil.example', 'deep.evil.example', 'zip', '203.0.113.7', '[2001:db8::1]', '113.7'])
  const has = { has: (text: string, start = 0) => listed.has(text.slice(start)) }

  it.each([
    ['evil.example', 'evil.example'],
    ['www.evil.example', 'evil.example'],
    ['a.deep.evil.example', 'deep.evil.example'],
    ['file.zip', 'zip'],
    ['203.0.113.7', '203.0.113.7'],
    ['[2001:db8::1]', '[2001:db8::1]'],
  ])('finds %s', (host, entry) => {
    expect(findListed(has, host)).toBe(entry)
  })

  it.each(['example', 'notevil.example', 'evil.example.org', '198.0.113.7', 'zip.example', ''])(
    'does not find %s',
    (host) => {
      expect(findListed(has, host)).toBe(undefined)
    },
  )
})

describe('a set of a million hosts', () => {
  const count = 1_000_000
  const nameOf = (number: number) => `host-${number.toString(36)}.list-${number % 977}.example`
  const fill = (hosts: number) => {
    let characters = 0
    for (let number = 0; number < hosts; number++) characters += nameOf(number).length
    const set = new HostSet({ hosts, characters }, 7)
    for (let number = 0; number < hosts; number++) set.add(nameOf(number))
    set.trim()
    return { set, characters }
  }

  it('contains exactly its hosts, in less than twice the memory of their text', () => {
    const { set, characters } = fill(count)
    expect(set.size).toBe(count)
    expect(set.bytes).toBeLessThan(2 * characters)
    for (let number = 0; number < count; number += 997) {
      expect(set.has(nameOf(number))).toBe(true)
      expect(findListed(set, `www.${nameOf(number)}`)).toBe(nameOf(number))
      expect(findListed(set, nameOf(count + number))).toBe(undefined)
    }
    set.add(nameOf(5))
    expect(set.size).toBe(count)
  })

  it('is searched about as fast as a set of a thousand', () => {
    const [small, large] = [fill(1_000).set, fill(count).set]
    const hosts = Array.from({ length: 20_000 }, (_, index) => `a.b.c.${nameOf(index * 50)}`)
    const timeOf = (set: HostSet) => {
      let best = Number.POSITIVE_INFINITY
      for (let lap = 0; lap < 5; lap++) {
        const start = performance.now()
        for (const host of hosts) findListed(set, host)
        best = Math.min(best, performance.now() - start)
      }
      return best
    }
    timeOf(small)
    // Misses of the processor's cache cost a few times as much; a search through the list would cost a thousand times.
    expect(timeOf(large) / timeOf(small)).toBeLessThan(25)
  })

  it('grows if there are more hosts than expected', () => {
    const set = new HostSet({ hosts: 1, characters: 1 }, 1)
    for (let number = 0; number < 1_000; number++) set.add(nameOf(number))
    expect(set.size).toBe(1_000)
    for (let number = 0; number < 1_000; number++) expect(set.has(nameOf(number))).toBe(true)
    expect(set.has(nameOf(1_000))).toBe(false)
    set.add('x'.repeat(254))
    expect(set.size).toBe(1_000)
  })
})
