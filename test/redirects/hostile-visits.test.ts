import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cpuMicros, readCpu } from '../../bench/cpu.ts'
import { agents } from '../api/support/redirecting.ts'
import { linkWriter } from '../redirector/link-writer.ts'
import { spawnRedirector } from '../redirector/run-redirector.ts'
import { openTestStores, type TestStores } from '../stack/stores.ts'

/** Measured: 1.3 to 3.0. The rest is for a busy machine: without limits, many parameters cost 8 to 16 times as much. */
const mostTimes = 4
const visitsOfRound = 600
const rounds = 5

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
  const links = await linkWriter(stores.sql, stores.config.BASE_DOMAIN)
  for (const code of ['usual', 'own', 'phones']) await links.insert(code, { tracking_enabled: true })
  await stores.sql`update links set url = 'https://example.com/page?a=1' where code = 'own'`
  await stores.sql`
    update links set ios_url = 'https://ios.example/', android_url = 'https://android.example/' where code = 'phones'`
})
afterAll(() => stores.close())

/** Not a user agent twice, since the redirector caches what it finds in them. */
let made = 0
const madeUp = (word: string) => `${made++} ${word.repeat(512)}`.slice(0, 512)
const long = 3_900

const usual = { path: '/usual?utm_source=news', agent: () => agents.laptop }
const hostile = {
  'many parameters': { path: `/usual?${'a&'.repeat(long / 2)}`, agent: () => agents.laptop },
  'many parameters of the destination': { path: `/own?${'a&'.repeat(long / 2)}`, agent: () => agents.laptop },
  'many encoded names': { path: `/own?${'%61&'.repeat(long / 4)}`, agent: () => agents.laptop },
  'one long parameter to encode': { path: `/own?b=${'"'.repeat(500)}`, agent: () => agents.laptop },
  'several long parameters': { path: `/own?b=${'b'.repeat(1_000)}&c=${'c'.repeat(1_000)}`, agent: () => agents.laptop },
  'a made-up user agent': { path: '/phones', agent: () => madeUp(' droid ') },
}
type Visit = typeof usual

const request = ({ path, agent }: Visit) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost:8080\r\nUser-Agent: ${agent()}\r\nAccept-Language: en\r\n\r\n`

/** Sends visits one after the other on one connection, and counts the redirects. */
function go(port: number, visit: Visit, times: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request(visit)))
    let text = ''
    let left = times
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (!text.includes('\r\n\r\n')) return
      if (!text.startsWith('HTTP/1.1 302')) return reject(new Error(text.slice(0, 200)))
      text = ''
      left--
      if (left > 0) return socket.write(request(visit))
      socket.end(resolve)
    })
  })
}

it('costs the redirector at most a few times as much as a usual visit', async () => {
  const { child, port } = await spawnRedirector(stores, {})
  const pid = child.pid ?? 0
  const costOf = async (visit: Visit) => {
    const before = readCpu(pid)
    await go(port, visit, visitsOfRound)
    return cpuMicros(before, readCpu(pid)) / visitsOfRound
  }
  const lowest = new Map<string, number>()
  for (let round = 0; round <= rounds; round++) {
    for (const [name, visit] of Object.entries({ usual, ...hostile })) {
      const cost = await costOf(visit)
      // The first round loads the links and compiles the code.
      if (round > 0) lowest.set(name, Math.min(cost, lowest.get(name) ?? cost))
    }
  }
  const base = lowest.get('usual') ?? 0
  const times = Object.fromEntries([...lowest].map(([name, cost]) => [name, Number((cost / base).toFixed(2))]))
  console.info(`hostile visits, in CPU times of a usual one (${base.toFixed(0)} µs):`, times)
  for (const [name, value] of Object.entries(times)) expect(value, name).toBeLessThanOrEqual(mostTimes)
})
