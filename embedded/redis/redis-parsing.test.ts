import { expect, it } from 'vitest'
import { aptErrors } from './download-redis.ts'
import { parseVersion } from './server.ts'

it.each([
  ['Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64', { major: 7, minor: 0 }],
  ['Redis server v=6.2.14 sha=00000000:0 malloc=libc bits=64', { major: 6, minor: 2 }],
  ['Valkey server v=8.1.10 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64', { major: 8, minor: 1 }],
])('the version in %s is read', (text, version) => {
  expect(parseVersion(text)).toEqual(version)
})

it('another program has no version', () => {
  expect(parseVersion('GNU bash, version 5.2.15(1)-release')).toBeUndefined()
})

it('the errors of apt are told once each, without its progress', () => {
  const output = `Reading package lists...
W: Failed to fetch http://deb.example/InRelease  Temporary failure resolving
E: Unable to locate package redis-tools
E: Unable to locate package redis-tools`
  expect(aptErrors(output)).toEqual(['Unable to locate package redis-tools'])
})

it('where apt names no error its last line stands for it', () => {
  expect(aptErrors('spawn apt-get ENOENT')).toEqual(['spawn apt-get ENOENT'])
})
