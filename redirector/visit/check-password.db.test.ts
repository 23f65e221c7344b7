import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashPassword } from '#model/accounts/passwords.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { PasswordChecker } from './check-password.ts'
import { Unavailable } from './unavailable.ts'

let stores: TestStores
let password_hash: string
beforeAll(async () => {
  stores = await openTestStores()
  password_hash = await hashPassword('open sesame')
})
afterAll(() => stores.close())

let waits: number[]
let links = 0
let link_id: string
let checker: PasswordChecker
beforeEach(() => {
  waits = []
  link_id = `link-${links++}`
  checker = new PasswordChecker(stores.redis, async (ms) => void waits.push(ms))
})

const attempt = (client: string, network: string, password = 'wrong') =>
  checker.check({ link_id, password_hash, client, network, password })

describe('wrong passwords of a link', () => {
  it('are limited for a network whose clients change addresses', async () => {
    const seen: string[] = []
    for (let at = 0; at < 34; at++) seen.push(await attempt(`client-${at}`, 'network'))
    expect(seen).toEqual([...Array<string>(30).fill('wrong'), ...Array<string>(4).fill('too-many')])
    expect(await attempt('other-client', 'other-network', 'open sesame')).toBe('right')
  })

  it('make everyone wait longer and longer, and lock nobody out', async () => {
    for (let at = 0; at < 82; at++) expect(await attempt(`client-${at}`, `network-${at}`)).toBe('wrong')
    expect(waits).toEqual(
      [500, 1_000, 2_000, 4_000].flatMap((ms) => Array<number>(10).fill(ms)).concat(Array(12).fill(8_000)),
    )
    expect(await attempt('owner', 'home', 'open sesame')).toBe('right')
    expect(waits.at(-1)).toBe(8_000)
  })

  it('are forgotten ten minutes after the first, also while right ones are entered', async () => {
    for (let at = 0; at < 31; at++) await attempt(`client-${at}`, `network-${at}`)
    const left = await stores.redis.ttl(`unlock:${link_id}`)
    await stores.redis.expire(`unlock:${link_id}`, left - 300)
    expect(await attempt('owner', 'home', 'open sesame')).toBe('right')
    expect(await stores.redis.ttl(`unlock:${link_id}`)).toBeLessThanOrEqual(left - 300)
  })

  it('are only those that were checked', async () => {
    const counted = () => stores.redis.get(`unlock:${link_id}`).then(Number)
    const verdicts = await Promise.allSettled(
      Array.from({ length: 12 }, (_, at) => attempt(`client-${at}`, `network-${at}`)),
    )
    const wrong = verdicts.filter(({ status }) => status === 'fulfilled').length
    expect(wrong).toBeLessThan(12)
    expect(await counted()).toBe(wrong)
  })

  it('do not count an attempt whose wait ends early', async () => {
    await stores.redis.set(`unlock:${link_id}`, 30)
    checker = new PasswordChecker(stores.redis, () => Promise.reject(new Error('the process stops')))
    await expect(attempt('client', 'network')).rejects.toThrow(Unavailable)
    expect(await stores.redis.get(`unlock:${link_id}`)).toBe('30')
  })

  it('are checked one at a time for each network while they wait', async () => {
    for (let at = 0; at < 30; at++) await attempt(`client-${at}`, `network-${at}`)
    let end = () => {}
    const held = new Promise<void>((resolve) => {
      end = resolve
    })
    checker = new PasswordChecker(stores.redis, () => held)
    const verdicts: string[] = []
    const all = Array.from({ length: 6 }, (_, at) =>
      attempt(`more-${at}`, 'network').then((verdict) => void verdicts.push(verdict)),
    )
    const other = attempt('elsewhere', 'other-network', 'open sesame')
    await eventually(() => expect(verdicts).toHaveLength(5))
    end()
    await Promise.all(all)
    expect(verdicts.toSorted()).toEqual([...Array<string>(5).fill('too-many'), 'wrong'])
    expect(await other).toBe('right')
  })

  it('do not count right ones', async () => {
    for (let at = 0; at < 40; at++) expect(await attempt('client', 'network', 'open sesame')).toBe('right')
    expect(waits).toEqual([])
  })
})
