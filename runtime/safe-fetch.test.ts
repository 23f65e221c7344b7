import { Resolver } from 'node:dns/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { startDns } from '../test/dns/dns-server.ts'
import { isPublicAddress, openSafeTarget, RefusedAddress, type SafeOptions } from './safe-fetch.ts'

const servers: Server[] = []

async function listen(handle: RequestListener): Promise<number> {
  const server = createServer(handle)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

const refused = [
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '168.63.129.16',
  '::ffff:168.63.129.16',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'not an address',
  '',
]
const allowed = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '172.32.0.1',
  '192.169.0.1',
  '2606:4700::1111',
  '2a00:1450:4001::8',
]

describe('isPublicAddress', () => {
  it('is tested with 40 or more IP addresses', () => expect(refused.length + allowed.length).toBeGreaterThanOrEqual(40))
  it('rejects the public addresses of this machine, in any spelling', () => {
    const own = () => ['8.8.4.4', '2606:4700::6810:84e5', '127.0.0.1']
    for (const address of ['8.8.4.4', '::ffff:8.8.4.4', '2606:4700:0:0:0:0:6810:84E5']) {
      expect(isPublicAddress(address, own), address).toBe(false)
    }
    expect(isPublicAddress('8.8.8.8', own)).toBe(true)
    expect(isPublicAddress('2606:4700::6810:84e6', own)).toBe(true)
  })

  it.each(refused)('rejects %s', (address) => expect(isPublicAddress(address)).toBe(false))
  it.each(allowed)('allows %s', (address) => expect(isPublicAddress(address)).toBe(true))
})

interface Wishes extends SafeOptions {
  maxBytes?: number
  timeoutMs?: number
}

/** One request to a URL. The time limit includes DNS. */
async function safeFetch(address: string, { maxBytes, timeoutMs = 15_000, ...options }: Wishes = {}) {
  const signal = AbortSignal.timeout(timeoutMs)
  const target = await openSafeTarget(address, signal, options)
  try {
    return await target.send({ signal, ...(maxBytes !== undefined && { maxBytes }) })
  } finally {
    await target.close()
  }
}

describe('openSafeTarget', () => {
  it.each([
    'http://example.com/',
    'ftp://example.com/',
    'https://a:b@example.com/',
    'nonsense',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://0x7f000001/',
    'https://2130706433/',
  ])('rejects %s before it connects', async (address) => {
    await expect(safeFetch(address, { resolve: async () => ['1.1.1.1'] })).rejects.toThrow(RefusedAddress)
  })

  it('rejects a name if one of its IP addresses is private', async () => {
    const resolve = async () => ['1.1.1.1', '10.0.0.1']
    await expect(safeFetch('https://mixed.test/', { resolve })).rejects.toThrow('not a public address')
  })

  it('connects to the IP address that was checked and queries the resolver once', async () => {
    const port = await listen((request, response) => response.end(`host ${request.headers.host}`))
    let asked = 0
    const resolve = async () => {
      asked++
      return asked === 1 ? ['127.0.0.1'] : ['127.0.0.2']
    }
    const reply = await safeFetch(`http://receiver.test:${port}/`, { allowPrivate: true, resolve })
    expect(reply.body.toString()).toBe(`host receiver.test:${port}`)
    expect(asked).toBe(1)
  })

  it('connects to the next IP address if one cannot be reached, but to at most three', async () => {
    const port = await listen((_request, response) => response.end('reached'))
    const fetchFrom = (...addresses: string[]) =>
      safeFetch(`http://dual-stack.test:${port}/`, { allowPrivate: true, resolve: async () => addresses })
    const others = ['127.0.0.2', '127.0.0.3', '127.0.0.4']
    expect((await fetchFrom('::1', '127.0.0.1')).body.toString()).toBe('reached')
    expect((await fetchFrom('127.0.0.2', '::1', '127.0.0.1')).body.toString()).toBe('reached')
    await expect(fetchFrom(...others, '127.0.0.1')).rejects.toMatchObject({
      code: 'ECONNREFUSED',
      message: `connect ECONNREFUSED 127.0.0.2:${port}`,
    })
  })

  it('connects to nothing private if a name is public at the check and private at the connection', async () => {
    let visits = 0
    const port = await listen((_request, response) => response.end('the inside'))
    servers.at(-1)?.on('connection', () => {
      visits += 1
    })
    const dns = await startDns()
    const resolver = new Resolver()
    resolver.setServers([dns.address])
    let asked = 0
    const resolve = async (host: string) => {
      // Public by its range, but unassigned: a connection to it ends in this machine.
      dns.set(host, 'AAAA', asked === 0 ? '2000::1' : '::1')
      dns.set(host, 'A', ...(asked === 0 ? [] : ['127.0.0.1']))
      asked += 1
      const answers = await Promise.allSettled([resolver.resolve6(host), resolver.resolve4(host)])
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    }
    const fetching = safeFetch(`https://rebinding.test:${port}/`, { resolve, timeoutMs: 3_000 })
    await expect(fetching).rejects.not.toThrow(RefusedAddress)
    expect({ asked, visits }).toEqual({ asked: 1, visits: 0 })
    await expect(safeFetch(`https://rebinding.test:${port}/`, { resolve })).rejects.toThrow(RefusedAddress)
    expect({ asked, visits }).toEqual({ asked: 2, visits: 0 })
    await dns.close()
  })

  it('does not follow a redirect', async () => {
    const port = await listen((_request, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    )
    const reply = await safeFetch(`http://127.0.0.1:${port}/`, { allowPrivate: true })
    expect(reply.status).toBe(302)
  })

  it('truncates a long response', async () => {
    const port = await listen((_request, response) => response.end('x'.repeat(100_000)))
    const reply = await safeFetch(`http://127.0.0.1:${port}/`, { allowPrivate: true, maxBytes: 1000 })
    expect(reply).toMatchObject({ isCut: true })
    expect(reply.body.length).toBe(1000)
  })

  it('times out on a server that never responds', async () => {
    const port = await listen(() => undefined)
    await expect(safeFetch(`http://127.0.0.1:${port}/`, { allowPrivate: true, timeoutMs: 200 })).rejects.toThrow()
  })

  it('times out on a resolver that never responds', async () => {
    const resolve = () => new Promise<string[]>(() => undefined)
    await expect(safeFetch('https://slow.test/', { resolve, timeoutMs: 200 })).rejects.toThrow()
  })
})
