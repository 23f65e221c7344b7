import { domainToASCII } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { createLinkOf } from '../../test/factories/links.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { pruneRows } from '../installation/prune-rows.ts'
import { findDueTasks } from '../installation/upkeep-tasks.ts'
import { flagLookAlikes, lookAlikesAreDue } from './flag-look-alikes.ts'
import { dismissReports, selectOpenReports } from './open-reports.ts'

let stores: TestStores
let account: TestAccount
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())
beforeEach(async () => {
  warnings = []
  await stores.sql`delete from links`
  await stores.sql`delete from safety_reports`
  await stores.sql`delete from safety_walks`
  account = await createAccount(stores.sql)
})

const names = ['paypal', 'bank.example']
const evil = domainToASCII('раураl.example')
let warnings: object[] = []
const log = { warn: (about: object) => void warnings.push(about) }
const flag = (most?: number) => stores.sql.begin((tx) => flagLookAlikes(tx, { log }, names, most))
const open = () => selectOpenReports(stores.sql, stores.config, 100)
const isDue = async (protectedNames: string[]) =>
  (await findDueTasks(stores.sql, [{ name: 'x', isDue: lookAlikesAreDue(protectedNames) }])).size === 1

it('reports links and branded domains once, and dismissed ones never again', async () => {
  const link = await createLinkOf(stores, account, { url: `https://www.${evil}/`, ios_url: `https://www.${evil}/ios` })
  await createLinkOf(stores, account, { url: 'https://www.paypal.example/', expired_url: 'https://paypal.com/' })
  const host = domainToASCII('bаnk.example')
  const [domain] = await stores.sql<{ id: string }[]>`
    insert into domains (id, account_id, type, host) values (gen_random_uuid(), ${account.id}, 'branded', ${host})
    returning id`
  await flag()
  await flag()
  const found = await open()
  expect(
    found.toSorted((one, other) => (one.link_id === null ? 1 : 0) - (other.link_id === null ? 1 : 0)),
  ).toMatchObject([
    {
      kind: 'look_alike',
      link_id: link.id,
      count: 1,
      reasons: [`www.${evil} looks like paypal`],
      is_quarantined: false,
    },
    {
      kind: 'look_alike',
      link_id: null,
      short_url: host,
      destination: null,
      reasons: [`${host} looks like bank.example`],
    },
  ])
  for (const { id } of found) expect(await dismissReports(stores.sql, id)).toBe(1)
  await flag()
  expect(await open()).toEqual([])
  await stores.sql`delete from domains where id = ${domain?.id ?? ''}`
})

it('reports a domain whose host or URL looks like a protected name, also while its URLs are in quarantine', async () => {
  const host = domainToASCII('bаnk.example')
  const add = (type: string, name: string, url: string | null, isStopped: boolean) => stores.sql`
    insert into domains (id, account_id, type, host, not_found_url, quarantined_at)
    values (gen_random_uuid(), ${account.id}, ${type}, ${name}, ${url}, case when ${isStopped} then now() end)`
  await add('branded', `www.${host}`, `https://${host}/`, true)
  await add('subdomain', `${domainToASCII('раураl')}.localhost`, `https://www.${evil}/`, false)
  await flag()
  expect((await open()).flatMap(({ reasons }) => reasons).toSorted()).toEqual(
    [`www.${evil} looks like paypal`, `www.${host} looks like bank.example`].toSorted(),
  )
  await stores.sql`delete from domains where account_id = ${account.id}`
})

it('keeps reports of deleted links and domains for 90 days, and dismissed ones of others', async () => {
  const alias = `look-${account.id.slice(-8)}`
  const [deleted, kept] = [
    await createLinkOf(stores, account, { url: `https://${evil}/`, alias }),
    await createLinkOf(stores, account, { url: `https://${evil}/` }),
  ]
  const host = domainToASCII('bаnk.example')
  await stores.sql`
    insert into domains (id, account_id, type, host) values (gen_random_uuid(), ${account.id}, 'branded', ${host})`
  await flag()
  const prune = () => stores.sql.begin((tx) => pruneRows(tx))
  await stores.sql`delete from links where id = ${deleted.id}`
  await stores.sql`delete from domains where host = ${host}`
  await prune()
  const shown = (await open()).map(({ short_url, is_deleted, is_quarantined }) => [
    short_url,
    is_deleted,
    is_quarantined,
  ])
  expect(shown).toHaveLength(3)
  expect(shown).toEqual(
    expect.arrayContaining([
      [`http://localhost:8080/${alias}`, true, false],
      [host, true, false],
      [expect.any(String), false, false],
    ]),
  )
  for (const { id, link_id } of await open()) if (link_id !== deleted.id) await dismissReports(stores.sql, id)
  await stores.sql`update safety_reports set reported_at = now() - interval '91 days' where account_id = ${account.id}`
  await prune()
  const rest = await stores.sql`select link_id from safety_reports where account_id = ${account.id}`
  expect(rest).toEqual([{ link_id: kept.id }])
})

it('goes through all links step by step, again after a day or with other names, and does nothing without names', async () => {
  for (let number = 0; number < 3; number++) await createLinkOf(stores, account, { url: `https://${evil}/${number}` })
  expect([await isDue(names), await isDue([])]).toEqual([true, false])
  await flag(2)
  expect((await open()).length).toBe(2)
  await flag(2)
  expect((await open()).length).toBe(3)
  expect([await isDue(names), await isDue(['other'])]).toEqual([false, true])
  await stores.sql`update safety_walks set begun_at = now() - interval '25 hours'`
  expect(await isDue(names)).toBe(true)
})

it('is the same for two workers at once', async () => {
  for (let number = 0; number < 5; number++) await createLinkOf(stores, account, { url: `https://${evil}/${number}` })
  await Promise.all([flag(), flag(), flag()])
  expect((await open()).length).toBe(5)
})

it('reports no more links of an account that has many open reports, with a warning, and those after some are dismissed', async () => {
  const busy = await createLinkOf(stores, account, { url: `https://${evil}/` })
  const insert = (count: number, isDismissed: boolean) => stores.sql`
    insert into safety_reports (id, account_id, link_id, kind, reason, dismissed_at)
    select gen_random_uuid(), ${account.id}, ${busy.id}, 'look_alike', ${isDismissed ? 'dismissed' : 'open'}::text || number,
      case when ${isDismissed} then now() end
    from generate_series(1, ${count}::int) as number`
  await insert(10_000, true)
  await insert(500, false)
  const other = await createLinkOf(stores, await createAccount(stores.sql), { url: `https://${evil}/` })
  await flag()
  const isReported = async ({ id }: { id: string }) =>
    (await open()).some(({ link_id, reasons }) => link_id === id && reasons.includes(`${evil} looks like paypal`))
  expect([await isReported(busy), await isReported(other)]).toEqual([false, true])
  expect(warnings).toEqual([{ look_alikes: 1 }])
  await stores.sql`
    update safety_reports set dismissed_at = now() where account_id = ${account.id} and reason = 'open1'`
  for (const step of ['begins again', 'finds it again']) {
    await stores.sql`update safety_walks set begun_at = now() - interval '25 hours'`
    await flag()
    expect(await isReported(busy), step).toBe(true)
  }
  expect(warnings).toHaveLength(1)
})
