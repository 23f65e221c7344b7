import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startDns, type TestDns } from '../test/dns/dns-server.ts'
import { createDns, type Dns } from './dns.ts'

function resolverFor(address: string): Resolver {
  const resolver = new Resolver()
  resolver.setServers([address])
  return resolver
}

describe('queries to a DNS server', () => {
  let server: TestDns
  let dns: Dns
  beforeAll(async () => {
    server = await startDns()
    dns = createDns([server.address])
  })
  afterAll(() => server.close())

  it('return the values, with names in lower case', async () => {
    server.set('a.example', 'TXT', 'one', 'two')
    server.set('b.example', 'CNAME', 'Target.Example')
    server.set('c.example', 'A', '192.0.2.1')
    expect(await dns.texts('a.example')).toEqual({ kind: 'found', values: ['one', 'two'] })
    expect(await dns.alias('b.example')).toEqual({ kind: 'found', values: ['target.example'] })
    expect(await dns.addresses('c.example')).toEqual({ kind: 'found', values: ['192.0.2.1'] })
  })

  it('report missing names and record types', async () => {
    expect(await dns.texts('nowhere.example')).toEqual({ kind: 'absent' })
    expect(await dns.texts('b.example')).toEqual({ kind: 'absent' })
    expect(await dns.addresses('b.example')).toEqual({ kind: 'absent' })
  })

  it('go to the servers that the system has by then', async () => {
    const other = await startDns()
    onTestFinished(() => other.close())
    server.set('moved.example', 'TXT', 'before')
    other.set('moved.example', 'TXT', 'after')
    const systems = [server, other]
    const moving = createDns([], () => resolverFor((systems.shift() ?? other).address), 0)
    expect(await moving.texts('moved.example')).toEqual({ kind: 'found', values: ['after'] })
  })

  it('are inconclusive while the server fails', async () => {
    server.fail(true)
    onTestFinished(() => server.fail(false))
    expect(await dns.texts('a.example')).toEqual({ kind: 'unknown', code: 'ESERVFAIL' })
    expect(await dns.addresses('c.example')).toEqual({ kind: 'unknown', code: 'ESERVFAIL' })
  })

  it('are inconclusive while the server is silent', async () => {
    const silent = createSocket('udp4').bind(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    await once(silent, 'listening')
    const answer = await createDns([`127.0.0.1:${silent.address().port}`]).texts('a.example')
    expect(answer).toEqual({ kind: 'unknown', code: 'ETIMEOUT' })
  })
})
