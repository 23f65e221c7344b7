import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { type LinkRecord, linkKey } from '#schemas/link-record.ts'
import type { Changes, ScheduledChange } from '#schemas/schedules.ts'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { findBaseDomain, plainLink } from '../../test/factories/links.ts'
import { hearing } from '../../test/factories/webhooks.ts'
import { explain, indexesIn, scannedIn } from '../../test/stack/explain.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { findDueTasks } from '../installation/upkeep-tasks.ts'
import { readRecord } from '../publish/build-record.ts'
import { relayOutbox } from '../publish/relay-outbox.ts'
import { createLink } from './create-link.ts'
import type { LinkDomain } from './describe-link.ts'
import { runSchedules, schedulesAreDue } from './run-schedules.ts'
import { selectLinksById } from './select-links.ts'
import { moveLink } from './trash-link.ts'
import { updateLink } from './update-link.ts'

let stores: TestStores
let domain: LinkDomain
let account: TestAccount
beforeAll(async () => {
  stores = await openTestStores()
  domain = await findBaseDomain(stores.sql, stores.config)
})
afterAll(() => stores.close())
beforeEach(async () => {
  await runSchedules(stores)
  account = await hearing(stores.sql, await createAccount(stores.sql))
})

/** A change after this many seconds; negative for one that is due. */
const schedule = (seconds: number, changes: Changes): ScheduledChange => ({
  id: uuidv7(),
  at: new Date(Date.now() + seconds * 1_000).toISOString(),
  changes,
})
const to = (page: string) => ({ url: `https://example.com/${page}` })

async function create(schedules: ScheduledChange[], special: Parameters<typeof plainLink>[2] = {}) {
  const outcome = await createLink(stores, plainLink(account.id, domain, { schedules, ...special }))
  if (outcome.kind !== 'created') throw new Error(outcome.kind)
  return outcome.link
}

const update = (link_id: string, changes: object) =>
  updateLink(stores, { account_id: account.id, link_id, changes, judge: () => undefined })

const rowOf = async (id: string) => {
  const [row] = await stores.sql<{ url: string; name: string | null; is_active: boolean; schedules: unknown[] }[]>`
    select url, name, is_active, schedules from links where id = ${id}`
  return row
}
const historyOf = (id: string) => stores.sql<{ actor: { type: string }; before: object; after: object }[]>`
  select actor, before, after from history where object_id = ${id} order by place`
const eventsOf = async (id: string) =>
  await stores.sql<{ data: { original_url: string } }[]>`
    select data from webhook_messages
    where account_id = ${account.id} and type = 'url.updated' and data ->> 'id' = ${id}
    order by created_at, id`
const isDue = async () =>
  (await findDueTasks(stores.sql, [{ name: 'schedules', isDue: schedulesAreDue }])).has('schedules')

describe('scheduled changes', () => {
  it('are applied when they are due, each with its event, its entries in the history and the audit log', async () => {
    const later = schedule(600, to('later'))
    const [first, second] = [schedule(-20, to('first')), schedule(-10, { ...to('second'), is_active: false })]
    const link = await create([first, second, later])
    expect(await isDue()).toBe(true)
    await runSchedules(stores)
    expect(await isDue()).toBe(false)
    expect(await rowOf(link.id)).toMatchObject({ ...to('second'), is_active: false, schedules: [later] })
    expect((await eventsOf(link.id)).map(({ data }) => data.original_url)).toEqual([
      'https://example.com/first',
      'https://example.com/second',
    ])
    const history = await historyOf(link.id)
    expect(history).toMatchObject([
      { actor: { type: 'schedule', name: 'Schedule' }, before: { url: link.url }, after: to('first') },
      { actor: { type: 'schedule' }, before: { ...to('first'), is_active: true }, after: { is_active: false } },
    ])
    const audit = await stores.sql`
      select actor_type, action, object_ids, fields from audit_log where account_id = ${account.id} order by id`
    expect(audit).toEqual([
      { actor_type: 'schedule', action: 'schedule', object_ids: [link.id], fields: ['url'] },
      { actor_type: 'schedule', action: 'schedule', object_ids: [link.id], fields: ['url', 'is_active'] },
    ])
  })

  it('are applied once by several workers', async () => {
    const links = await Promise.all(Array.from({ length: 12 }, () => create([schedule(-1, to('second'))])))
    await Promise.all(Array.from({ length: 6 }, () => runSchedules(stores)))
    for (const { id } of links) {
      expect(await rowOf(id)).toMatchObject({ ...to('second'), schedules: [] })
      expect(await eventsOf(id)).toHaveLength(1)
      expect(await historyOf(id)).toHaveLength(1)
    }
  })

  it('are written before any other change, which then changes the current state', async () => {
    const link = await create([schedule(-1, { ...to('second'), ios_url: 'https://example.com/ios' })])
    const updated = await update(link.id, to('by-hand'))
    expect(updated).toMatchObject({ ...to('by-hand'), ios_url: 'https://example.com/ios', schedules: [] })
    const history = await historyOf(link.id)
    expect(history).toMatchObject([
      { actor: { type: 'schedule' }, before: { url: link.url } },
      { actor: { type: 'system' }, before: to('second'), after: to('by-hand') },
    ])
  })

  it('and an update at the same time both take effect, whichever comes first', async () => {
    const links = await Promise.all(
      Array.from({ length: 10 }, () => create([schedule(-1, { ios_url: 'https://example.com/ios', ...to('second') })])),
    )
    await Promise.all([
      runSchedules(stores),
      ...links.map(({ id }) => update(id, { name: 'Renamed' })),
      runSchedules(stores),
    ])
    for (const { id } of links) {
      expect(await rowOf(id)).toMatchObject({ ...to('second'), name: 'Renamed', schedules: [] })
      expect(await eventsOf(id)).toHaveLength(2)
      expect((await historyOf(id)).filter(({ actor }) => actor.type === 'schedule')).toHaveLength(1)
    }
  })

  it('are undone together with a change that fails', async () => {
    const link = await create([schedule(-1, to('second'))])
    const refusal = updateLink(stores, {
      account_id: account.id,
      link_id: link.id,
      changes: { name: 'x' },
      judge: () => {
        throw new Error('refused')
      },
    })
    await expect(refusal).rejects.toThrow('refused')
    expect(await rowOf(link.id)).toMatchObject({ url: link.url, name: null })
    expect([await historyOf(link.id), await eventsOf(link.id)]).toEqual([[], []])
    await runSchedules(stores)
    expect(await rowOf(link.id)).toMatchObject({ ...to('second'), schedules: [] })
  })

  it('show in reads at their time, before a worker has applied them', async () => {
    const later = schedule(600, { is_active: true })
    const link = await create([schedule(-1, { ...to('second'), is_active: false }), later])
    const [read] = await selectLinksById(stores.sql, [link.id])
    expect(read).toMatchObject({ ...to('second'), is_active: false, schedules: [later] })
    expect(await rowOf(link.id)).toMatchObject({ url: link.url })
  })

  it('wait in the trash, and are applied when the link is restored', async () => {
    const link = await create([schedule(-1, to('second'))])
    await stores.sql`update links set trashed_at = now() where id = ${link.id}`
    expect(await isDue()).toBe(false)
    await runSchedules(stores)
    expect(await rowOf(link.id)).toMatchObject({ url: link.url, schedules: [{ changes: to('second') }] })
    expect((await readRecord(stores.sql, domain.id, link.code))?.extras).toBeUndefined()
    const restored = await moveLink(stores, { account_id: account.id, link_id: link.id, to: 'lists' })
    expect(restored).toMatchObject({ ...to('second'), trashed_at: null, schedules: [] })
    expect(JSON.parse((await stores.redis.get(linkKey(domain.id, link.code))) ?? '')).toMatchObject(to('second'))
  })

  it('stay with a link that is moved to the trash and back in time', async () => {
    const link = await create([schedule(600, to('second'))])
    for (const where of ['trash', 'lists'] as const) {
      await moveLink(stores, { account_id: account.id, link_id: link.id, to: where })
    }
    expect(await rowOf(link.id)).toMatchObject({ url: link.url, schedules: [{ changes: to('second') }] })
  })
})

describe('the redirect record', () => {
  const stored = async (code: string): Promise<LinkRecord> =>
    JSON.parse((await stores.redis.get(linkKey(domain.id, code))) ?? 'null')

  it('has only the differences of each scheduled change, with UTM parameters', async () => {
    const utm = { utm_source: 'news', ios_url: 'https://example.com/ios' }
    const changes = [
      schedule(10, to('second')),
      schedule(20, { ios_url: null, fallback_url: 'https://example.com/rest', is_active: false }),
      schedule(30, { is_active: true, ...to('second') }),
    ]
    const { code, url } = await create(changes, utm)
    const [one, two, three] = changes.map(({ at }) => Date.parse(at))
    const record = await stored(code)
    expect(record).toMatchObject({ url: `${url}?utm_source=news` })
    expect(record.extras?.later).toEqual([
      { at: one, url: 'https://example.com/second?utm_source=news' },
      { at: two, extras: { ios_url: null, disabled: true } },
      { at: three, extras: { disabled: null } },
    ])
    expect(await readRecord(stores.sql, domain.id, code)).toEqual(record)
  })

  it('does not contain them after they are applied, even if Redis was emptied in between', async () => {
    const { id, code } = await create([schedule(-1, to('second'))])
    expect(await stored(code)).toMatchObject({ extras: { later: [{}] } })
    await stores.redis.flushdb()
    await runSchedules(stores)
    await stores.sql`update outbox set created_at = now() - interval '1 minute'`
    await stores.sql.begin((tx) => relayOutbox(tx, stores.redis, stores.log))
    const record = await stored(code)
    expect(record).toMatchObject(to('second'))
    expect(record.extras).toBeUndefined()
    expect(await rowOf(id)).toMatchObject({ schedules: [] })
  })

  it('contains no scheduled changes if the link has none', async () => {
    expect((await stored((await create([])).code)).extras).toBeUndefined()
  })
})

it('the workers find due changes with an index, among many links', async () => {
  await stores.sql`
    insert into links (id, account_id, domain_id, code, is_custom_alias, rev, url, redirect_type, forward_query, tracking_enabled)
    select gen_random_uuid(), ${account.id}, ${domain.id}, 'many-' || n, true, nextval('link_rev'), 'https://example.com/', 302,
      true, false
    from generate_series(1, 5000) as n`
  await stores.sql`analyze links`
  const asked = await explain(stores, 'links', (sql) =>
    findDueTasks(sql, [{ name: 'schedules', isDue: schedulesAreDue }]),
  )
  const taken = await explain(stores, 'links', (sql) => runSchedules({ ...stores, sql }))
  for (const { nodes } of [asked, taken]) {
    expect(indexesIn(nodes)).toContain('links_scheduled')
    expect(scannedIn(nodes)).not.toContain('links')
  }
})
