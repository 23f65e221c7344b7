import { describe, expect, it } from 'vitest'
import { parseRedisUrl } from './redis-url.ts'

describe('REDIS_URL', () => {
  it.each(['redis://a:1/2', 'rediss://:secret@a'])('leaves one server to the client: %s', (url) => {
    expect(parseRedisUrl(url)).toEqual({ kind: 'single', url })
  })

  it('lists the nodes of a cluster', () => {
    expect(parseRedisUrl('redis+cluster://:p%40ss@a:1,[2001:db8::1]:2,c')).toEqual({
      kind: 'cluster',
      nodes: [
        { host: 'a', port: 1 },
        { host: '2001:db8::1', port: 2 },
        { host: 'c', port: 6379 },
      ],
      login: { password: 'p@ss' },
      isEncrypted: false,
    })
    expect(parseRedisUrl('rediss+cluster://me:pass:word@a')).toMatchObject({
      login: { username: 'me', password: 'pass:word' },
      isEncrypted: true,
    })
  })

  it('lists sentinels and names the primary', () => {
    expect(parseRedisUrl('redis+sentinel://:secret@a,b:7/main/3?sentinel_password=other%26')).toEqual({
      kind: 'sentinel',
      nodes: [
        { host: 'a', port: 26_379 },
        { host: 'b', port: 7 },
      ],
      login: { password: 'secret' },
      isEncrypted: false,
      name: 'main',
      db: 3,
      sentinelLogin: { password: 'other&' },
    })
    expect(parseRedisUrl('rediss+sentinel://a/main')).toMatchObject({ isEncrypted: true, db: 0, login: {} })
  })

  it.each([
    'redis+sentinel://a:1',
    'redis+sentinel://a:1/',
    'redis+sentinel://a:1/main/x',
    'redis+sentinel://a:1/main/1/2',
    'redis+cluster://',
    'redis+cluster://a,,b',
    'redis+cluster://2001:db8::1:6379',
    'redis+cluster://[::1',
    'redis+other://a',
    'redis+cluster://a/3',
    'redis+cluster://:pa/ss@a',
    'redis+cluster://:p@ss@a',
    'http://a',
  ])('%s is rejected, with the expected form', (url) => {
    expect(() => parseRedisUrl(url)).toThrow(/look like redis\+/)
  })

  it('is not repeated in the message, since it contains a password', () => {
    for (const url of ['redis+cluster://:secret/x@a', 'redis+cluster://:secret@x@a'])
      expect(() => parseRedisUrl(url)).toThrow(/^(?!.*secret)/)
  })
})
