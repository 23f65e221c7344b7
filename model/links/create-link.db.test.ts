import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectRedis } from '#runtime/redis.ts'
import { linkKey } from '#schemas/link-record.ts'
import { shortUrl } from '#schemas/links.ts'
import { createAccount } from '../../test/factories/account.ts'
import { findBaseDomain, plainLink } from '../../test/factories/links.ts'
import { hearing } from '../../test/factories/webhooks.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { createLink } from './create-link.ts'
import { deleteLink } from './delete-link.ts'
import type { LinkDomain } from './describe-link.ts'
import type { NewLink } from './new-link.ts'

let stores: TestStores
let domain: LinkDomain
let account: { id: string }

beforeAll(async () => {
  stores = await openTestStores()
  domain = await findBaseDomain(stores.sql, stores.config)
  account = await hearing(stores.sql, await createAccount(stores.sql))
})
afterAll(() => stores.close())

const create = (special: Partial<NewLink> = {}) => createLink(stores, plainLink(account.id, domain, special))

async function created(special: Partial<NewLink> = {}) {
  const outcome = await create(special)
  if (outcome.kind !== 'created') throw new Error(outcome.kind)
  return outcome.link
}

async function recordOf(code: string): Promise<Record<string, unknown>> {
  return JSON.parse((await stores.redis.get(linkKey(domain.id, code))) ?? 'null')
}

const outbox = (code: string) =>
  stores.sql`select target, domain_id, code, rev from outbox where code = ${code} and target = 'redis'`

const messagesAbout = (id: string) =>
  stores.sql<{ type: string; account_id: string; data: unknown }[]>`
    select type, account_id, data from webhook_messages where data ->> 'id' = ${id} order by id`

describe('creating a link', () => {
  it('writes its record, counter and event, and leaves nothing in the outbox', async () => {
    const link = await created({ alias: 'Spring-26', url: 'https://example.com/spring', redirect_type: 308 })
    expect(await recordOf('Spring-26')).toMatchObject({
      link_id: link.id,
      account_id: account.id,
      url: 'https://example.com/spring',
      redirect_type: 308,
    })
    expect(await stores.sql`select clicks from link_counts where link_id = ${link.id}`).toEqual([{ clicks: 0 }])
    expect(await outbox('Spring-26')).toEqual([])
    const [message, ...more] = await messagesAbout(link.id)
    expect(more).toEqual([])
    expect(message).toMatchObject({ type: 'url.created', account_id: account.id })
    expect(shortUrl.parse(message?.data)).toMatchObject({ short_code: 'Spring-26', custom_alias: 'Spring-26' })
  })

  it('generates a slug without an alias', async () => {
    const link = await created()
    expect(link).toMatchObject({ is_custom_alias: false, code: expect.stringMatching(/^\w{7}$/) })
    expect(await recordOf(link.code)).toMatchObject({ link_id: link.id })
  })

  it('gives one alias to exactly one of a hundred concurrent requests', async () => {
    const other = await createAccount(stores.sql)
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        create({ alias: 'everybodys-darling', account_id: index % 2 === 0 ? account.id : other.id }),
      ),
    )
    expect(outcomes.filter(({ kind }) => kind === 'created')).toHaveLength(1)
    expect(outcomes.filter(({ kind }) => kind === 'alias-taken')).toHaveLength(99)
    expect(await stores.sql`select count(*) from links where code = 'everybodys-darling'`).toEqual([{ count: 1 }])
    const [winner] = await stores.sql`select id from links where code = 'everybodys-darling'`
    expect(await recordOf('everybodys-darling')).toMatchObject({ link_id: winner?.['id'] })
    expect(await outbox('everybodys-darling')).toEqual([])
  })

  it('treats aliases as case-sensitive', async () => {
    await created({ alias: 'CaseMatters' })
    expect(await create({ alias: 'casematters' })).toMatchObject({ kind: 'created' })
    expect(await create({ alias: 'CaseMatters' })).toEqual({ kind: 'alias-taken' })
  })

  it('succeeds while Redis is down, and leaves its row in the outbox', async () => {
    const away = connectRedis(stores.urls.redis_url, { name: 'away' })
    away.disconnect()
    const outcome = await createLink(
      { ...stores, redis: away },
      plainLink(account.id, domain, { alias: 'left-behind' }),
    )
    expect(outcome).toMatchObject({ kind: 'created' })
    expect(await recordOf('left-behind')).toBeNull()
    expect(await outbox('left-behind')).toEqual([
      { target: 'redis', domain_id: domain.id, code: 'left-behind', rev: expect.any(Number) },
    ])
  })
})

describe('deleting a link', () => {
  it('leaves a newer tombstone, an entry to purge its clicks, and an event', async () => {
    const link = await created({ alias: 'short-lived' })
    const { rev } = await recordOf('short-lived')
    expect(await deleteLink(stores, account.id, link.id)).toBe(true)
    const tombstone = await recordOf('short-lived')
    expect(tombstone).toEqual({ rev: expect.any(Number), absent: true })
    expect(tombstone['rev']).toBeGreaterThan(Number(rev))
    expect(await stores.sql`select id from links where id = ${link.id}`).toEqual([])
    expect(await stores.sql`select link_id from link_counts where link_id = ${link.id}`).toEqual([])
    expect(await stores.sql`select account_id from deleted_links where link_id = ${link.id}`).toEqual([
      { account_id: account.id },
    ])
    expect(await outbox('short-lived')).toEqual([])
    const messages = await messagesAbout(link.id)
    expect(messages.map(({ type }) => type)).toEqual(['url.created', 'url.deleted'])
    expect(messages[1]?.data).toMatchObject({ short_code: 'short-lived', original_url: link.url })
  })

  it('frees the slug at once, also for another account', async () => {
    const link = await created({ alias: 'second-hand' })
    await deleteLink(stores, account.id, link.id)
    const other = await createAccount(stores.sql)
    const next = await created({ alias: 'second-hand', account_id: other.id })
    expect(await recordOf('second-hand')).toMatchObject({ link_id: next.id, account_id: other.id })
  })

  it('does not delete the link of another account, or the same link twice', async () => {
    const link = await created()
    const other = await createAccount(stores.sql)
    expect(await deleteLink(stores, other.id, link.id)).toBe(false)
    const deleted = await Promise.all(Array.from({ length: 10 }, () => deleteLink(stores, account.id, link.id)))
    expect(deleted.filter(Boolean)).toHaveLength(1)
  })
})

it('keeps Redis at the last of many creations and deletions of one slug', async () => {
  const churn = async () => {
    const outcome = await create({ alias: 'churned' })
    if (outcome.kind === 'created') await deleteLink(stores, account.id, outcome.link.id)
  }
  await Promise.all(Array.from({ length: 60 }, churn))
  expect(await recordOf('churned')).toMatchObject({ absent: true })
  const last = await created({ alias: 'churned' })
  expect(await recordOf('churned')).toMatchObject({ link_id: last.id })
})

it('assigns the rev inside the lock: the second writer has the higher one', async () => {
  const first = await stores.sql.reserve()
  await first`select pg_advisory_lock(hashtextextended(${`${domain.id}:contested`}, 0))`
  const second = create({ alias: 'contested' })
  await waitForLockQueue()
  const [earlier] = await first<{ rev: number }[]>`select nextval('link_rev') as rev`
  await first`select pg_advisory_unlock_all()`
  first.release()
  await second
  const [later] = await stores.sql<{ rev: number }[]>`select rev from links where code = 'contested'`
  expect(later?.rev).toBeGreaterThan(earlier?.rev ?? Number.POSITIVE_INFINITY)
})

async function waitForLockQueue(): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    const [row] = await stores.sql`
      select count(*)::int as waiting from pg_locks
      where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
    if (row?.['waiting'] === 1) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('no process is waiting for the lock')
}
