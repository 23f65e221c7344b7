import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { createExperiment } from '../../test/factories/experiments.ts'
import { createLinkOf, findBaseDomain } from '../../test/factories/links.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { waitingForLocks } from '../../test/stack/waiting-for-locks.ts'
import { findDueTasks } from '../installation/upkeep-tasks.ts'
import { takeRev } from '../publish/take-rev.ts'
import { Blocklist } from './blocklist.ts'
import { checkLinks, linkChecksAreDue } from './check-links.ts'

let stores: TestStores
let account: TestAccount
let path: string
beforeAll(async () => {
  stores = await openTestStores()
  path = join(stores.config.DATA_DIR, 'blocklist.txt')
})
afterAll(() => stores.close())
beforeEach(async () => {
  await stores.sql`delete from links`
  await stores.sql`delete from safety_walks`
  account = await createAccount(stores.sql)
})

async function listOf(...hosts: string[]): Promise<Blocklist> {
  await writeFile(path, hosts.join('\n'))
  const list = new Blocklist({ ...stores, config: { BLOCKLIST: path, BLOCKLIST_EXCEPT: ['fine.evil.example'] } })
  await list.refresh()
  return list
}
const linkTo = (url: string, special = {}) => createLinkOf(stores, account, { url, ...special })
const isDue = async (list: Blocklist, settle = 0) =>
  (await findDueTasks(stores.sql, [{ name: 'x', isDue: linkChecksAreDue(list, settle) }])).size === 1
const check = (list: Blocklist, most?: number) => stores.sql.begin((tx) => checkLinks(tx, stores, list, most))
const stopped = async () =>
  (await stores.sql<{ url: string }[]>`select url from links where quarantined_at is not null order by id`).map(
    ({ url }) => url,
  )

describe('the check of all links', () => {
  it('puts links with a listed destination in quarantine, as Waymark', async () => {
    const evil = 'https://www.evil.example/'
    const condition = { type: 'country', operator: 'in', value: ['de'] } as const
    const rule = {
      id: account.id,
      name: 'x',
      priority: 1,
      match: 'all' as const,
      conditions: [condition],
      destination_url: evil,
    }
    const others = [
      await linkTo('https://example.com/expired', { expired_url: evil }),
      await linkTo('https://example.com/ios', { ios_url: evil }),
      await linkTo('https://example.com/rule', { targeting_rules: [rule] }),
      await linkTo('https://example.com/later', {
        schedules: [{ id: account.id, at: '2099-01-01T00:00:00.000Z', changes: { url: evil } }],
      }),
    ]
    const bad = await linkTo(evil)
    const tested = await createExperiment(stores, account, { status: 'running' })
    await stores.sql`update ab_variants set destination_url = ${evil} where test_id = ${tested.id} and position = 0`
    await linkTo('https://example.com/')
    await linkTo('https://fine.evil.example/')
    const list = await listOf('evil.example')
    expect(await isDue(list)).toBe(true)
    await check(list)
    const rows = await stores.sql<{ id: string; quarantine_reason: string }[]>`
      select id, quarantine_reason from links where quarantined_at is not null`
    expect(rows.map(({ id }) => id).toSorted()).toEqual(
      [...others.map(({ id }) => id), bad.id, tested.link_id].toSorted(),
    )
    expect(new Set(rows.map((row) => row.quarantine_reason))).toEqual(new Set(['evil.example is on the blocklist']))
    const [entry] = await stores.sql`select actor_type, action from audit_log where ${bad.id} = any(object_ids)`
    expect(entry).toEqual({ actor_type: 'system', action: 'quarantine' })
  })

  it('continues where it was, checks new links, and begins again after a day or with another list', async () => {
    for (let number = 0; number < 5; number++) await linkTo(`https://example.com/${number}`)
    const evil = await linkTo('https://evil.example/')
    const list = await listOf('other.example', 'evil.example')
    await check(list, 2)
    await check(list, 2)
    expect(await stopped()).toEqual([])
    expect(await isDue(list)).toBe(true)
    await check(list, 2)
    expect(await stopped()).toEqual(['https://evil.example/'])
    await check(list, 2)
    expect(await isDue(list)).toBe(false)
    await linkTo('https://new.evil.example/')
    expect(await isDue(list)).toBe(false)
    await stores.sql`update safety_walks set next_at = now()`
    expect(await isDue(list)).toBe(true)
    await check(list)
    expect(await stopped()).toEqual(['https://evil.example/', 'https://new.evil.example/'])

    await stores.sql`update links set quarantined_at = null, quarantine_reason = null where id = ${evil.id}`
    await stores.sql`update safety_walks set next_at = now()`
    await check(list)
    expect(await stopped()).toHaveLength(1)
    await stores.sql`update safety_walks set begun_at = now() - interval '25 hours'`
    expect(await isDue(list)).toBe(true)
    await check(list)
    expect(await stopped()).toHaveLength(2)

    await stores.sql`update links set quarantined_at = null, quarantine_reason = null`
    const newer = await listOf('evil.example', 'example.com')
    expect([await isDue(newer, 3_600_000), await isDue(newer)]).toEqual([false, true])
    await check(newer)
    expect(await stopped()).toHaveLength(7)
    // This process has not read the newer list yet.
    expect(await isDue(list)).toBe(false)
  })

  it('is the same when two workers run it at once, or one of them was killed', async () => {
    for (let number = 0; number < 20; number++) await linkTo(`https://evil.example/${number}`)
    const list = await listOf('evil.example')
    await expect(
      stores.sql.begin(async (tx) => {
        await checkLinks(tx, stores, list, 10)
        throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    expect(await stopped()).toHaveLength(10)
    await Promise.all([check(list), check(list)])
    expect(await stopped()).toHaveLength(20)
    const entries = await stores.sql`select from audit_log where account_id = ${account.id} and action = 'quarantine'`
    expect(entries).toHaveLength(20)
  })

  it('checks links with any ID, and new links after them', async () => {
    const ids = [
      '00000000-0000-0000-0000-000000000000',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
      uuidv7(Date.now() + 3_600_000),
    ]
    for (const id of ids) {
      const link = await linkTo(`https://evil.example/${id}`)
      await stores.sql`update links set id = ${id} where id = ${link.id}`
    }
    const list = await listOf('evil.example')
    await check(list)
    await linkTo('https://evil.example/new')
    await check(list)
    const expected = [ids[0], 'new', ids[1]].map((end) => `https://evil.example/${end}`)
    expect(await stopped()).toEqual(expected)
    // The third has an ID of the future, and is a new link then.
    await stores.sql`update safety_walks set begun_at = begun_at - interval '25 hours'`
    await stores.sql`update links set id = ${uuidv7()} where quarantined_at is null`
    await check(list)
    expect(await stopped()).toHaveLength(4)
  })

  it('goes on with an earlier file that was put back', async () => {
    const newer = await listOf('other.example')
    await check(newer)
    const list = await listOf('evil.example')
    await utimes(path, 1_000, 1_000)
    await list.refresh()
    await linkTo('https://evil.example/')
    expect(await isDue(list)).toBe(false)
    await stores.sql`update safety_walks set next_at = now() - interval '2 hours'`
    expect(await isDue(list)).toBe(true)
    await check(list)
    expect(await stopped()).toHaveLength(1)
  })

  it.each([
    ['leaves a link alone whose destination is changed', 'https://example.com/', 0],
    ['stops a link of which something else is changed', 'https://evil.example/', 1],
  ])('%s while it waits for its lock', async (_name, url, count) => {
    const { id } = await linkTo('https://evil.example/', { alias: 'changed' })
    const { id: domain } = await findBaseDomain(stores.sql, stores.config)
    const list = await listOf('evil.example')
    let checking = Promise.resolve()
    await stores.sql.begin(async (tx) => {
      await takeRev(tx, domain, 'changed')
      checking = check(list)
      await eventually(async () => expect(await waitingForLocks(stores.sql)).toBeGreaterThan(0))
      await tx`update links set url = ${url}, updated_at = now() where id = ${id}`
    })
    await checking
    expect(await stopped()).toHaveLength(count)
  })

  it('does nothing without a list', async () => {
    await linkTo('https://evil.example/')
    const list = new Blocklist({ ...stores, config: { BLOCKLIST: undefined, BLOCKLIST_EXCEPT: [] } })
    expect(await isDue(list)).toBe(false)
    await check(list)
    expect(await stopped()).toEqual([])
  })
})
