import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { ch, uuid } from '#runtime/ch-tag.ts'
import { connectClickhouse } from '#runtime/clickhouse.ts'
import { projectDir } from '#runtime/project.ts'
import { noId } from '#schemas/clicks.ts'
import { linkKey } from '#schemas/link-record.ts'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { createCampaign } from '../../test/factories/campaigns.ts'
import { findBaseDomain, plainLink } from '../../test/factories/links.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { purgeClicks } from '../clicks/purge-clicks.ts'
import { createLink } from '../links/create-link.ts'
import { deleteLink } from '../links/delete-link.ts'
import { updateLink } from '../links/update-link.ts'
import { relayFacts } from './relay-facts.ts'

let stores: TestStores
let account: TestAccount

beforeAll(async () => {
  stores = await openTestStores()
})
beforeEach(async () => {
  await stores.sql`delete from outbox`
  account = await createAccount(stores.sql)
})
afterAll(() => stores.close())

const relay = (clickhouse = stores.ch) => stores.sql.begin((tx) => relayFacts(tx, clickhouse))

const fact = z.object({ link_id: z.guid(), campaign_id: z.guid(), tags: z.array(z.string()), url_type: z.string() })
const facts = () =>
  stores.ch.query(
    ch`
      select link_id, campaign_id, tags, url_type
      from link_facts final
      where account_id = ${uuid(account.id)}
      order by toString(link_id)`,
    fact,
  )
const debts = () => stores.sql`select from outbox where target = 'facts'`

async function create(special: Parameters<typeof plainLink>[2] = {}) {
  const domain = await findBaseDomain(stores.sql, stores.config)
  const outcome = await createLink(stores, plainLink(account.id, domain, special))
  if (outcome.kind !== 'created') throw new Error(outcome.kind)
  return outcome.link
}

const change = (link_id: string, changes: object, alias?: string) =>
  updateLink(stores, { account_id: account.id, link_id, alias, changes, judge: () => undefined })

it('sends the facts of links and leaves nothing in the outbox', async () => {
  const campaign = await createCampaign(stores.sql, account)
  const first = await create({ tags: ['Red', 'it’s'], campaign_id: campaign.id })
  const second = await create()
  expect(await debts()).toHaveLength(2)
  await relay()
  expect(await facts()).toEqual([
    { link_id: first.id, campaign_id: campaign.id, tags: ['Red', 'it’s'], url_type: 'standard' },
    { link_id: second.id, campaign_id: noId, tags: [], url_type: 'standard' },
  ])
  expect(await debts()).toEqual([])
})

it('sends the newest of many changes, also under a new slug', async () => {
  const link = await create({ tags: ['a'] })
  await relay()
  await change(link.id, { tags: ['b'] })
  await change(link.id, { tags: ['c'] }, `renamed-${link.code}`)
  await relay()
  expect(await facts()).toMatchObject([{ link_id: link.id, tags: ['c'] }])
})

it('never lets a late older read win', async () => {
  const link = await create({ tags: ['old'] })
  const late: Parameters<TestStores['ch']['insert']>[] = []
  const insert: TestStores['ch']['insert'] = async (...call) => {
    late.push(call)
  }
  await relay({ ...stores.ch, insert })
  // The link keeps its rev, as with a change of the campaign.
  await stores.sql`update links set tags = '{new}' where id = ${link.id}`
  await stores.sql`
    insert into outbox (target, domain_id, code, rev)
    select 'facts', domain_id, code, rev from links where id = ${link.id}`
  await relay()
  for (const [table, columns, rows] of late) await stores.ch.insert(table, columns, rows, { token: 'late' })
  expect(await facts()).toMatchObject([{ tags: ['new'] }])
})

it('keeps all outbox rows while the click store is down', async () => {
  await create()
  const away = connectClickhouse('http://nobody:nothing@127.0.0.1:9/waymark')
  await expect(relay(away)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await away.close()
  expect(await debts()).toHaveLength(1)
  await relay()
  expect(await facts()).toHaveLength(1)
})

it('skips deleted links, and the purge removes their stored facts', async () => {
  const [known, unknown] = [await create(), await create()]
  await stores.sql`delete from outbox where code = ${unknown.code}`
  await relay()
  expect(await facts()).toHaveLength(1)
  await change(known.id, { tags: ['x'] })
  for (const { id } of [known, unknown]) await deleteLink(stores, account.id, id)
  await relay()
  expect(await debts()).toEqual([])
  await stores.sql.begin((tx) => purgeClicks(tx, { sql: stores.sql, clickhouse: stores.ch }, 'now'))
  await eventually(async () => expect(await facts()).toEqual([]))
})

it('has an effect again after a recovery of Postgres alone, with the statements of docs/operation.md', async () => {
  const page = readFileSync(join(projectDir, 'docs/operation.md'), 'utf8')
  const statements = [...page.matchAll(/^ +((?:select setval|insert into outbox).*;)$/gm)].map(([, text = '']) => text)
  expect(statements).toHaveLength(2)
  const link = await create({ tags: ['kept'] })
  await relay()
  const [rev = 0] = (await stores.sql<{ rev: number }[]>`select nextval('link_rev') as rev`).map((row) => row.rev)
  await change(link.id, { tags: ['lost'] })
  await change(link.id, { url: 'https://example.com/lost' })
  await relay()
  await stores.sql`select setval('link_rev', ${rev})`
  await stores.sql`update links set tags = '{kept}', rev = ${rev} where id = ${link.id}`
  await stores.sql`delete from outbox`
  expect(await facts()).toMatchObject([{ tags: ['lost'] }])

  for (const statement of statements) await stores.sql.unsafe(statement)
  await relay()
  expect(await facts()).toMatchObject([{ tags: ['kept'] }])
  await change(link.id, { url: 'https://example.com/new' })
  const [row] = await stores.sql<{ domain_id: string }[]>`select domain_id from links where id = ${link.id}`
  const record = await stores.redis.get(linkKey(row?.domain_id ?? '', link.code))
  expect(JSON.parse(record ?? 'null')).toMatchObject({ url: 'https://example.com/new' })
})
