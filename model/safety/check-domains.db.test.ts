import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import type { AppLinks } from '#schemas/app-links.ts'
import { hostKey } from '#schemas/link-record.ts'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
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
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())
beforeEach(async () => {
  await stores.sql`delete from links`
  await stores.sql`delete from domains where type <> 'standard'`
  await stores.sql`delete from safety_walks`
  account = await createAccount(stores.sql)
})

async function listOf(...hosts: string[]): Promise<Blocklist> {
  const path = join(stores.config.DATA_DIR, 'blocklist.txt')
  await writeFile(path, hosts.join('\n'))
  const list = new Blocklist({ ...stores, config: { BLOCKLIST: path, BLOCKLIST_EXCEPT: ['fine.evil.example'] } })
  await list.refresh()
  return list
}
const linkTo = (url: string) => createLinkOf(stores, account, { url })
const isDue = async (list: Blocklist) =>
  (await findDueTasks(stores.sql, [{ name: 'x', isDue: linkChecksAreDue(list, 0) }])).size === 1
const check = (list: Blocklist, most?: number) => stores.sql.begin((tx) => checkLinks(tx, stores, list, most))
const stopped = async () =>
  (await stores.sql<{ url: string }[]>`select url from links where quarantined_at is not null order by id`).map(
    ({ url }) => url,
  )

interface Urls {
  root_redirect_url?: string
  not_found_url?: string
  expired_url?: string
  app_links?: AppLinks
  status?: 'failed'
}

let added = 0
/** A domain, also one that is not served. */
async function domainWith({ status, app_links, ...urls }: Urls): Promise<{ id: string; host: string }> {
  const host = `go-${added++}.example`
  const id = uuidv7()
  const columns = { id, account_id: account.id, type: 'branded', host, status: status ?? 'verified', ...urls }
  await stores.sql`insert into domains ${stores.sql(columns)}`
  if (app_links !== undefined)
    await stores.sql`update domains set app_links = ${stores.sql.json({ ...app_links })} where id = ${id}`
  return { id, host }
}
const stoppedDomains = async () =>
  await stores.sql<{ id: string; quarantine_reason: string }[]>`
    select id, quarantine_reason from domains where quarantined_at is not null order by id`

describe('the check of all domains', () => {
  const evil = 'https://www.evil.example/'

  it('puts domains with a listed URL in quarantine, as Waymark', async () => {
    const ios = { app_ids: [], store_url: evil }
    const android = { package_name: 'com.example.app', sha256_fingerprints: [], store_url: evil }
    const bad = [
      await domainWith({ root_redirect_url: evil }),
      await domainWith({ root_redirect_url: 'https://example.com/', not_found_url: evil, status: 'failed' }),
      await domainWith({ expired_url: evil }),
      await domainWith({ app_links: { ios, android: null } }),
      await domainWith({ app_links: { ios: null, android } }),
    ]
    await domainWith({ root_redirect_url: 'https://example.com/', not_found_url: 'https://fine.evil.example/' })
    await domainWith({})
    const link = await linkTo(evil)
    const list = await listOf('evil.example')
    expect(await isDue(list)).toBe(true)
    await check(list)
    const found = await stoppedDomains()
    expect(found.map(({ id }) => id)).toEqual(bad.map(({ id }) => id).toSorted())
    expect(new Set(found.map((row) => row.quarantine_reason))).toEqual(new Set(['evil.example is on the blocklist']))
    expect(await stopped()).toEqual([evil])
    const entries = await stores.sql`
      select actor_type, action, object_ids from audit_log where account_id = ${account.id}`
    expect(entries).toHaveLength(6)
    expect(entries.map((entry) => entry['object_ids'][0]).toSorted()).toEqual(
      [link.id, ...bad.map(({ id }) => id)].toSorted(),
    )
    expect(entries.every((entry) => entry['actor_type'] === 'system' && entry['action'] === 'quarantine')).toBe(true)
    const record = JSON.parse((await stores.redis.get(hostKey(bad[0]?.host ?? ''))) ?? 'null')
    expect(record).toMatchObject({ root_redirect_url: null, quarantined: true })
  })

  it('goes on from step to step through links and domains, checks new ones, and begins again after a day', async () => {
    for (let number = 0; number < 3; number++) {
      await linkTo(`https://evil.example/${number}`)
      await domainWith({ not_found_url: evil })
    }
    const list = await listOf('evil.example')
    const counts = async () => [(await stopped()).length, (await stoppedDomains()).length]
    const seen = []
    for (let step = 0; step < 3; step++) {
      await check(list, 2)
      seen.push((await counts()).reduce((sum, one) => sum + one, 0))
    }
    expect([seen, await counts()]).toEqual([
      [2, 4, 6],
      [3, 3],
    ])
    await check(list, 2)
    expect(await isDue(list)).toBe(false)
    await domainWith({ root_redirect_url: evil })
    await stores.sql`update safety_walks set next_at = now()`
    await check(list, 2)
    expect(await counts()).toEqual([3, 4])
    // The operator has lifted it, and the host is still listed.
    await stores.sql`update domains set quarantined_at = null, quarantine_reason = null`
    await stores.sql`update safety_walks set next_at = now()`
    await check(list)
    expect(await counts()).toEqual([3, 0])
    await stores.sql`update safety_walks set begun_at = now() - interval '25 hours'`
    await check(list)
    expect(await counts()).toEqual([3, 4])
  })

  it('finds a domain with any ID, and leaves the base domain to the owner of the installation', async () => {
    const last = await domainWith({ not_found_url: evil })
    const first = await domainWith({ not_found_url: evil })
    await stores.sql`update domains set id = 'ffffffff-ffff-ffff-ffff-ffffffffffff' where id = ${last.id}`
    await stores.sql`update domains set id = '00000000-0000-0000-0000-000000000000' where id = ${first.id}`
    const base = await findBaseDomain(stores.sql, stores.config)
    const app_links = { ios: { app_ids: [], store_url: evil }, android: null }
    await stores.sql`update domains set app_links = ${stores.sql.json(app_links)} where id = ${base.id}`
    await check(await listOf('evil.example'))
    await stores.sql`update domains set app_links = null where id = ${base.id}`
    const ids = (await stoppedDomains()).map(({ id }) => id)
    expect(ids).toEqual(['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'])
  })

  it.each([
    ['leaves a domain alone whose URL is changed', 'https://example.com/', 0],
    ['stops a domain of which something else is changed', evil, 1],
  ])('%s while it waits for its lock', async (_name, url, count) => {
    const { id, host } = await domainWith({ root_redirect_url: evil })
    const list = await listOf('evil.example')
    let checking = Promise.resolve()
    await stores.sql.begin(async (tx) => {
      await takeRev(tx, 'host', host)
      checking = check(list)
      await eventually(async () => expect(await waitingForLocks(stores.sql)).toBeGreaterThan(0))
      await tx`update domains set root_redirect_url = ${url}, is_default = true where id = ${id}`
    })
    await checking
    expect(await stoppedDomains()).toHaveLength(count)
  })

  it('is the same when two workers run it at once', async () => {
    for (let number = 0; number < 5; number++) await domainWith({ expired_url: evil })
    const list = await listOf('evil.example')
    await Promise.all([check(list), check(list)])
    expect(await stoppedDomains()).toHaveLength(5)
    const entries = await stores.sql`select from audit_log where account_id = ${account.id}`
    expect(entries).toHaveLength(5)
  })
})
