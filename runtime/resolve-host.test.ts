import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startDns, type TestDns } from '../test/dns/dns-server.ts'
import { createResolve, sortByReach } from './resolve-host.ts'

let server: TestDns
beforeAll(async () => {
  server = await startDns()
  server.set('public.example', 'A', '192.0.2.1')
  server.set('public.example', 'AAAA', '2001:db8::1')
})
afterAll(() => server.close())

const resolver = (allowPrivate: boolean) => createResolve({ DNS_SERVERS: [server.address] }, { allowPrivate })

it('finds addresses with the DNS servers of the settings', async () => {
  for (const allowPrivate of [true, false]) {
    const found = await resolver(allowPrivate)('public.example')
    expect(found.sort()).toEqual(['192.0.2.1', '2001:db8::1'])
  }
})

it('throws the errors of the system’s resolver', async () => {
  await expect(resolver(false)('nowhere.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  server.fail(true)
  onTestFinished(() => server.fail(false))
  await expect(resolver(false)('public.example')).rejects.toMatchObject({ code: 'EAI_AGAIN' })
})

it('asks the system for names of the own network only if private addresses are allowed', async () => {
  expect(['127.0.0.1', '::1']).toContain((await resolver(true)('localhost'))[0])
  await expect(resolver(false)('localhost')).rejects.toMatchObject({ code: 'ENOTFOUND' })
})

it('does not conclude that a host does not exist while its DNS servers fail', async () => {
  server.fail(true)
  onTestFinished(() => server.fail(false))
  const failure = { code: 'EAI_AGAIN', message: expect.stringContaining('ESERVFAIL') }
  await expect(resolver(true)('nowhere.example')).rejects.toMatchObject(failure)
})

it('begins with IPv6 if the machine has no IPv4 address', () => {
  const own = (address: string, family: 'IPv4' | 'IPv6', internal: boolean) => ({
    ...{ address, internal, netmask: '', mac: '', cidr: null },
    ...(family === 'IPv4' ? { family } : { family, scopeid: 0 }),
  })
  const lo = [own('127.0.0.1', 'IPv4', true), own('::1', 'IPv6', true)]
  const found = ['2001:db8::1', '192.0.2.1']
  expect(sortByReach(found, { lo, eth0: [own('2001:db8::2', 'IPv6', false)] })).toEqual(found)
  expect(sortByReach(found, { lo, eth0: [own('192.0.2.2', 'IPv4', false)] })).toEqual(['192.0.2.1', '2001:db8::1'])
})
