import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '../../factories/account.ts'
import { createUser } from '../../factories/user.ts'
import { openTestStores, type TestStores } from '../../stack/stores.ts'
import { Browser, type Shown } from '../support/browser.ts'
import { startApi, type TestApi } from '../support/http.ts'

const password = 'correct horse battery'

let stores: TestStores
let api: TestApi
let email: string
let browser: Browser
beforeAll(async () => {
  stores = await openTestStores({ TRUSTED_PROXIES: '127.0.0.1' })
  api = await startApi(stores)
})
afterAll(async () => {
  await api.close()
  await stores.close()
})
beforeEach(async () => {
  email = (await createUser(stores.sql, await createAccount(stores.sql), password)).email
  browser = new Browser(api)
})

describe('failed sign-ins', () => {
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const fail = async (times: number, address: string, name = email, on = api) => {
    const one = new Browser(on)
    const answers: Shown[] = []
    for (let time = 0; time < times; time += 1) answers.push(await one.login(name, 'wrong password', from(address)))
    return answers
  }

  it('are limited to ten a minute, after which the right password has to wait too', async () => {
    const answers = await fail(11, '192.0.2.1')
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429])
    const seconds = Number(answers[10]?.headers.get('retry-after'))
    expect(seconds).toBeGreaterThanOrEqual(1)
    expect(seconds).toBeLessThanOrEqual(60)
    const right = await browser.login(email, password, from('192.0.2.1'))
    expect([right.status, browser.cookies.has('waymark')]).toEqual([429, false])
  })

  it('are counted per IP address and email', async () => {
    await fail(11, '192.0.2.2')
    expect((await new Browser(api).login(email, password, from('192.0.2.3'))).status).toBe(303)
    expect((await fail(1, '192.0.2.2', 'somebody@example.com'))[0]?.status).toBe(401)
    expect((await fail(1, '192.0.2.2', email.toUpperCase()))[0]?.status).toBe(429)
  })

  it('are counted per network for clients with many IP addresses', async () => {
    await fail(10, '2001:db8::1')
    expect((await fail(1, '2001:db8::2'))[0]?.status).toBe(429)
    expect((await fail(1, '2001:db8:0:1::1'))[0]?.status).toBe(401)
  })

  it('are limited when they arrive all at once', async () => {
    const one = new Browser(api)
    const { hidden } = await one.get('/login')
    const attempt = async (): Promise<number> => {
      const { status } = await one.post('/login', { ...hidden, email, password: 'wrong password' }, from('192.0.2.4'))
      // Too many concurrent checks from one network are rejected: these try again.
      return status === 503 ? await attempt() : status
    }
    const statuses = await Promise.all(Array.from({ length: 30 }, attempt))
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  })

  it('are counted, successful ones are not', async () => {
    for (let time = 0; time < 12; time += 1) {
      expect((await new Browser(api).login(email, password, from('192.0.2.5'))).status).toBe(303)
    }
  })

  it('are limited for unknown email addresses too', async () => {
    const statuses = (await fail(11, '192.0.2.6', 'nobody@example.com')).map(({ status }) => status)
    expect(statuses[10]).toBe(429)
  })

  it('are limited while Redis is down', async () => {
    const alone = await openTestStores({ TRUSTED_PROXIES: '127.0.0.1' })
    await createUser(alone.sql, await createAccount(alone.sql), password)
    const cutOff = await startApi(alone)
    alone.redis.disconnect()
    const statuses = (await fail(11, '192.0.2.7', 'nobody@example.com', cutOff)).map(({ status }) => status)
    expect(statuses).toEqual([...Array(10).fill(401), 429])
    expect((await fail(1, '192.0.2.8', 'nobody@example.com', cutOff))[0]?.status).toBe(401)
    await cutOff.close()
    await alone.close()
  })

  it('leave no IP address and no email in Redis', async () => {
    await fail(1, '192.0.2.9')
    const keys = await stores.redis.keys('failed:*')
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys) expect(key).toMatch(/^failed:[\w-]{43}$/)
  })

  it('use X-Forwarded-For only from trusted proxies', async () => {
    const open = await startApi({ ...stores, config: { ...stores.config, TRUSTED_PROXIES: [] } })
    const statuses: number[] = []
    for (let time = 0; time < 11; time += 1)
      statuses.push((await fail(1, `192.0.2.${100 + time}`, email, open))[0]!.status)
    await open.close()
    expect(statuses[10]).toBe(429)
  })
})
