import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectPostgres } from '#runtime/postgres.ts'
import { createAccount } from '../../factories/account.ts'
import { createUser, hashCheaply } from '../../factories/user.ts'
import { openTestStores, type TestStores } from '../../stack/stores.ts'
import { waitingForLocks } from '../../stack/waiting-for-locks.ts'
import { Browser, type Shown } from '../support/browser.ts'
import { startApi, type TestApi } from '../support/http.ts'

const password = 'correct horse battery'

let stores: TestStores
let api: TestApi
let logged: { level: number; msg: string; err?: unknown }[]
let email: string
beforeAll(async () => {
  stores = await openTestStores({ TRUSTED_PROXIES: '127.0.0.1' })
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  api = await startApi({ ...stores, log })
  await stores.sql`
    insert into users (id, email, password_hash)
    select gen_random_uuid(), 'known-' || n || '@example.com', ${await hashCheaply(password)}
    from generate_series(0, ${known - 1}::int) n`
})
afterAll(async () => {
  await api.close()
  await stores.close()
})
beforeEach(async () => {
  logged = []
  email = (await createUser(stores.sql, await createAccount(stores.sql), password)).email
})

let made = 0
const inventEmail = () => `made-up-${made++}@example.com`

/** Users whose passwords take no time to check: more than fail in one network. */
const known = 200
const knownEmail = () => `known-${made++ % known}@example.com`

/** A browser with an open sign-in page. */
async function openPage(address: string) {
  const browser = new Browser(api)
  const { hidden } = await browser.get('/login')
  return (name: string, secret: string) =>
    browser.post('/login', { ...hidden, email: name, password: secret }, { headers: { 'x-forwarded-for': address } })
}

async function fail(times: number, address: string, nextEmail = knownEmail): Promise<number[]> {
  const signIn = await openPage(address)
  const statuses: number[] = []
  for (let time = 0; time < times; time += 1) statuses.push((await signIn(nextEmail(), 'wrong password')).status)
  return statuses
}

describe('failed sign-ins of a network', () => {
  it('are limited to 30 a minute for all emails; other networks can sign in', async () => {
    expect(await fail(32, '192.0.2.1', inventEmail)).toEqual([...Array(30).fill(401), 429, 429])
    const refused = await (await openPage('192.0.2.1'))(email, password)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect((await (await openPage('192.0.2.2'))(email, password)).status).toBe(303)
  })

  it('are counted together for all ports of a client that a proxy wrote', async () => {
    for (let port = 50_001; port <= 50_030; port++) expect(await fail(1, `192.0.2.30:${port}`)).toEqual([401])
    expect(await fail(1, '192.0.2.30:60001')).toEqual([429])
  })

  it('are counted per network for clients with many IP addresses', async () => {
    expect(await fail(30, '2001:db8:0:2::1')).toEqual(Array(30).fill(401))
    expect(await fail(1, '2001:db8:0:2:ffff::1')).toEqual([429])
    expect(await fail(1, '2001:db8:0:3::1')).toEqual([401])
  })

  it('are limited to 120 a minute for a /48 of IPv6', async () => {
    const statuses: number[] = []
    for (let network = 1; network <= 5; network += 1) statuses.push(...(await fail(26, `2001:db8:7:${network}::1`)))
    expect(statuses).toEqual([...Array(120).fill(401), ...Array(10).fill(429)])
    expect(await fail(1, '2001:db8:8:1::1')).toEqual([401])
  })

  it('are counted, but not successful ones or those rejected by the limit of an email', async () => {
    const signIn = await openPage('192.0.2.3')
    const statuses: number[] = []
    for (let time = 0; time < 25; time += 1) statuses.push((await signIn(email, 'wrong password')).status)
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(15).fill(429)])
    expect(await fail(10, '192.0.2.3')).toEqual(Array(10).fill(401))
    const other = (await createUser(stores.sql, await createAccount(stores.sql), password)).email
    for (let time = 0; time < 12; time += 1) {
      expect((await (await openPage('192.0.2.3'))(other, password)).status).toBe(303)
    }
    expect(await fail(11, '192.0.2.3')).toEqual([...Array(10).fill(401), 429])
  })
})

it('one network has at most 8 concurrent password checks, which leaves slots for others', async () => {
  const signIn = await openPage('192.0.2.4')
  const owner = await openPage('192.0.2.5')
  const running: Promise<{ status: number }>[] = []
  const beyond: Promise<unknown>[] = []
  const refused: Shown[] = []
  let owners: Promise<{ status: number }> | undefined
  // A separate pool, since that of the API is nearly exhausted meanwhile.
  const apart = connectPostgres(stores.urls.database_url, { name: 'test', max: 2 })
  await apart.begin(async (tx) => {
    // Checks wait here for their user, and keep their slots.
    await tx`lock table users in access exclusive mode`
    for (let time = 0; time < 8; time += 1) running.push(signIn(inventEmail(), 'wrong password'))
    await expect.poll(() => waitingForLocks(apart), { timeout: 20_000 }).toBe(8)
    for (let time = 0; time < 5; time += 1) {
      beyond.push(signIn(inventEmail(), 'wrong password').then((shown) => refused.push(shown)))
    }
    await expect.poll(() => refused.map(({ status }) => status), { timeout: 20_000 }).toEqual(Array(5).fill(503))
    owners = owner(email, password)
    await expect.poll(() => waitingForLocks(apart), { timeout: 20_000 }).toBe(9)
  })
  await apart.end()
  await Promise.all(beyond)
  expect(refused[0]?.headers.get('retry-after')).toBe('2')
  expect((await owners)?.status).toBe(303)
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual(Array(8).fill(401))
  expect((await signIn(email, password)).status).toBe(303)
  expect(logged.length).toBeGreaterThanOrEqual(1)
  for (const { level, msg, err } of logged) {
    expect({ level, msg, err }).toEqual({ level: 40, msg: expect.stringContaining('too many at once'), err: undefined })
  }
})
