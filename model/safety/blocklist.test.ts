import { expect, it } from 'vitest'
import { readHosts } from './blocklist.ts'

const mib = 1024 ** 2

it('reads a list of empty lines and one of one line without filling the memory', async () => {
  const empty = await readHosts(Buffer.from(`${'\n'.repeat(mib)}evil.example`))
  expect([empty.size, empty.has('evil.example')]).toEqual([1, true])
  expect(empty.bytes).toBeLessThan(4 * mib)
  const long = await readHosts(Buffer.from(`0.0.0.0 ${'a.example '.repeat(mib / 10)}\nevil.example\n`))
  expect([long.size, long.has('evil.example')]).toEqual([1, true])
})

it('reads more hosts than there is room for at first', async () => {
  const hosts = Array.from({ length: 50_000 }, (_, index) => `h${index}`)
  const set = await readHosts(Buffer.from(hosts.join('\n')))
  expect([set.size, hosts.every((host) => set.has(host))]).toEqual([50_000, true])
})
