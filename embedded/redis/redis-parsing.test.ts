import { expect, it } from 'vitest'
import { aptErrors } from './download-redis.ts'
import { parseVersion } from './server.ts'

it.each([
  ['Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64', { major: 7, minor: 0 }],
  ['Redis server v=6.2.14 sha=00000000:0 malloc=libc bits=64', { major: 6, minor: 2 }],
  ['Valkey server v=8.1.10 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64', { major: 8, minor: 1 }],
])('reads the version in %s', (text, version) => {
  expect(parseVersion(text)).toEqual(version)
})

it('returns no version for another program', () => {
  expect(parseVersion('GNU bash, version 5.2.15(1)-release')).toBeUndefined()
})

it('reports each apt error once, without progress output', () => {
  const output = `Reading package lists...
W: Failed to fetch http://deb.example/InRelease  Temporary failure resolving
E: Unable to locate package redis-tools
E: Unable to locate package redis-tools`
  expect(aptErrors(output)).toEqual(['Unable to locate package redis-tools'])
})

it('reports the last line if apt names no error', () => {
  expect(aptErrors('spawn apt-get ENOENT')).toEqual(['spawn apt-get ENOENT'])
})
