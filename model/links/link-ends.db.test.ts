import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { findBaseDomain, plainLink } from '../../test/factories/links.ts'
import { hearing } from '../../test/factories/webhooks.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { announceExpiries } from './announce-expiries.ts'
import { announceDueLimits, noteReachedLimits } from './announce-limits.ts'
import { createLink } from './create-link.ts'
import { deleteLink } from './delete-link.ts'
import { updateLink } from './update-link.ts'
import { useUpLimit } from './use-up-limit.ts'

let stores: TestStores
let account: TestAccount
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())
beforeEach(async () => {
  account = await hearing(stores.sql, await createAccount(stores.sql))
})

const soon = () => new Date(Date.now() + 3_600_000)
const announced = async () => {
  const rows = await stores.sql<{ type: string; id: string }[]>`
    select type, data ->> 'id' as id
    from webhook_messages
    where account_id = ${account.id} and type in ('url.expired', 'url.limit_reached')
    order by created_at, id`
  return rows.map(({ type, id }) => [type, id])
}

async function create(special: Parameters<typeof plainLink>[2] = {}) {
  const domain = await findBaseDomain(stores.sql, stores.config)
  const outcome = await createLink(stores, plainLink(account.id, domain, special))
  if (outcome.kind !== 'created') throw new Error(outcome.kind)
  return outcome.link
}

const change = (link_id: string, changes: object) =>
  updateLink(stores, { account_id: account.id, link_id, changes, judge: () => undefined })

/** The clock cannot be moved, so the expiration date is. */
const letExpire = (id: string) => stores.sql`
  update links set expires_at = now() - interval '1 second' - random() * interval '1 hour' where id = ${id}`
const upkeep = () => stores.sql.begin((tx) => announceExpiries(tx, stores.config))

const announceDue = () => stores.sql.begin((tx) => announceDueLimits(tx, stores.config))
const count = (id: string, clicks: number) =>
  stores.sql.begin(async (tx) => {
    await tx`update link_counts set clicks = clicks + ${clicks} where link_id = ${id}`
    await noteReachedLimits(tx, tx`array[${id}]::uuid[]`)
  })
const click = async (id: string, clicks: number) => {
  await count(id, clicks)
  await announceDue()
}

it('announces an expiration once, and the next one of the same link', async () => {
  const link = await create({ expires_at: soon() })
  await create()
  await upkeep()
  expect(await announced()).toEqual([])
  await letExpire(link.id)
  for (let run = 0; run < 3; run++) await upkeep()
  expect(await announced()).toEqual([['url.expired', link.id]])
  const [row] =
    await stores.sql`select data from webhook_messages where data ->> 'id' = ${link.id} and type = 'url.expired'`
  expect(row?.['data']).toMatchObject({ id: link.id, status: 'expired', short_code: link.code })
  await change(link.id, { expires_at: soon() })
  await upkeep()
  await letExpire(link.id)
  await upkeep()
  expect(await announced()).toHaveLength(2)
})

it('announces each expiration once with several workers', async () => {
  const links = await Promise.all(Array.from({ length: 20 }, () => create({ expires_at: soon() })))
  await stores.sql`update links set expires_at = now() where account_id = ${account.id}`
  await Promise.all(Array.from({ length: 8 }, upkeep))
  await upkeep()
  const ids = (await announced()).map(([, id]) => id)
  expect(ids.sort()).toEqual(links.map(({ id }) => id).sort())
})

it('announces a click limit once when the clicks reach it', async () => {
  const link = await create({ max_clicks: 3 })
  await click(link.id, 2)
  expect(await announced()).toEqual([])
  await click(link.id, 2)
  await click(link.id, 1)
  expect(await announced()).toEqual([['url.limit_reached', link.id]])
  const [row] =
    await stores.sql`select data from webhook_messages where type = 'url.limit_reached' and account_id = ${account.id}`
  expect(row?.['data']).toMatchObject({ status: 'limit_reached', click_count: 4, max_clicks: 3 })
})

it('announces a click limit again only after it was out of reach', async () => {
  const link = await create({ max_clicks: 3 })
  await click(link.id, 5)
  for (const max_clicks of [4, 2]) await change(link.id, { max_clicks })
  expect(await announced()).toHaveLength(1)
  await change(link.id, { max_clicks: 10 })
  await click(link.id, 1)
  expect(await announced()).toHaveLength(1)
  await change(link.id, { max_clicks: 6 })
  expect(await announced(), 'a limit lowered to the number of clicks is reached').toHaveLength(2)
  await change(link.id, { max_clicks: null })
  await change(link.id, { max_clicks: 6 })
  expect(await announced()).toHaveLength(3)
})

it('catches a limit that is lowered while clicks are counted, without deadlocks', async () => {
  for (let round = 0; round < 20; round++) {
    const link = await create({ max_clicks: 100 })
    await Promise.all([click(link.id, 10), change(link.id, { max_clicks: 10 }), change(link.id, { name: 'x' })])
  }
  await announceDue()
  expect(await announced()).toHaveLength(20)
  const doomed = await Promise.all(Array.from({ length: 20 }, () => create({ max_clicks: 1 })))
  await Promise.all(doomed.flatMap(({ id }) => [click(id, 1), deleteLink(stores, account.id, id)]))
})

it('announces a limit that is reached again while the announcement of an earlier one runs', async () => {
  const link = await create({ max_clicks: 1 })
  await count(link.id, 1)
  await change(link.id, { max_clicks: 3 })
  await stores.sql.begin(async (tx) => {
    await tx`update link_counts set clicks = clicks + 2 where link_id = ${link.id}`
    await noteReachedLimits(tx, tx`array[${link.id}]::uuid[]`)
    await announceDue()
  })
  expect(await announced()).toEqual([])
  await announceDue()
  expect(await announced()).toEqual([['url.limit_reached', link.id]])
})

it('announces the limit of an untracked link once, and again when a higher one is used up', async () => {
  const link = await create({ max_clicks: 2, tracking_enabled: false })
  const [row] = await stores.sql<{ since: number }[]>`select limited_since as since from links where id = ${link.id}`
  const since = row?.since ?? 0
  const report = (most: number, began = since) => useUpLimit(stores.sql, { link_id: link.id, most, since: began })
  await report(2, since - 1)
  await announceDue()
  expect(await announced()).toEqual([])
  await Promise.all([report(2), report(1), report(2)])
  await Promise.all([announceDue(), announceDue()])
  expect(await announced()).toEqual([['url.limit_reached', link.id]])
  await change(link.id, { max_clicks: 3 })
  await announceDue()
  expect(await announced()).toHaveLength(1)
  await report(3)
  for (let run = 0; run < 2; run++) await announceDue()
  expect(await announced()).toHaveLength(2)
})
