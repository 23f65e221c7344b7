import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wholeAccount } from '#model/accounts/reach.ts'
import type { LinkFilter } from '#model/links/link-page.ts'
import { codeIsTaken, countLinks, selectLinks, selectOwnLinks } from '#model/links/select-links.ts'
import type { Sql } from '#runtime/postgres.ts'
import { shortUrlSorts } from '#schemas/links.ts'
import { createAccount } from '../../factories/account.ts'
import { findBaseDomain } from '../../factories/links.ts'
import { explain, indexesIn, scannedIn } from '../../stack/explain.ts'
import { openTestStores, type TestStores } from '../../stack/stores.ts'

/** Enough that the planner never prefers to read all of them. */
const many = 100_000
const ofAnother = 10_000
/** Creating the links takes three seconds, and may take many times that on a busy machine. */
const patienceMs = 300_000

let stores: TestStores
let accountId: string
let anotherId: string
let domainId: string
beforeAll(async () => {
  stores = await openTestStores()
  accountId = (await createAccount(stores.sql)).id
  domainId = (await findBaseDomain(stores.sql, stores.config)).id
  anotherId = (await createAccount(stores.sql)).id
  await fill()
}, patienceMs)
afterAll(async () => await stores.close())

/**
 * Builds indexes once over all rows and skips foreign key checks: 4.2 instead of 9.5 s for 100,000 links.
 * Most of the rest is the search index, so texts have only the letters that are searched for.
 */
async function fill(): Promise<void> {
  await stores.sql.begin(async (tx) => {
    await tx`set local maintenance_work_mem = '256MB'`
    await tx`set local session_replication_role = replica`
    const indexes = await tx<{ name: string; definition: string }[]>`
      select indexname as name, indexdef as definition
      from pg_indexes
      where tablename in ('links', 'link_counts') and indexname not like '%_pkey'`
    for (const { name } of indexes) await tx`drop index ${tx(name)}`
    await tx`
      insert into links (id, account_id, domain_id, code, is_custom_alias, rev, url, name, expires_at, created_at)
      select gen_random_uuid(), case when n <= ${many} then ${accountId}::uuid else ${anotherId}::uuid end,
        ${domainId}, 'c' || to_hex(n), false, n, 'https://example.com/' || left(md5(n::text), 6),
        case when n % 3 > 0 then 'Link ' || left(md5((-n)::text), 7) end,
        case when n % 5 = 0 then now() + n * interval '1 second' end,
        now() - n * interval '1 second'
      from generate_series(1, ${many + ofAnother}::int) n`
    await tx`
      insert into link_counts (link_id, account_id, clicks, last_clicked_at)
      select id, account_id, case when rev % 10 = 0 then rev % 1000 else 0 end,
        case when rev % 10 = 0 then now() - rev * interval '1 second' end
      from links`
    for (const { definition } of indexes) await tx.unsafe(definition)
  })
  for (const table of ['links', 'link_counts', 'domains']) await stores.sql`vacuum analyze ${stores.sql(table)}`
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

const planOf = <Answer>(work: (sql: Sql) => Promise<Answer>) => explain(stores, 'links', work)

const everything: LinkFilter = {
  status: undefined,
  search: undefined,
  tags: undefined,
  created_after: undefined,
  created_before: undefined,
  type: undefined,
  host: undefined,
  campaign: undefined,
}
const firstPage = { cursor: undefined, limit: 21, offset: 0 }
const indexOf: Partial<Record<string, { asc: string; desc: string }>> = {
  created_at: { asc: 'links_account', desc: 'links_account' },
  name: { asc: 'links_name', desc: 'links_name' },
  expires_at: { asc: 'links_expiry', desc: 'links_expiry' },
}

describe('with 100,000 links', () => {
  it.each(shortUrlSorts.flatMap((sortBy) => (['asc', 'desc'] as const).map((sortOrder) => ({ sortBy, sortOrder }))))(
    'a page by $sortBy $sortOrder reads no other links',
    async ({ sortBy, sortOrder }) => {
      const { answer, nodes } = await planOf((sql) =>
        selectLinks(sql, wholeAccount(accountId), { ...everything, sortBy, sortOrder }, firstPage),
      )
      expect(answer.length).toBe(21)
      const index = indexOf[sortBy]?.[sortOrder]
      expect(scannedIn(nodes)).not.toContain('links')
      expect(indexesIn(nodes)).toContain(index ?? 'links_pkey')
      // Counts have no index in their order, since every click would have to update it: they are sorted
      // without the links.
      const sorts = nodes.filter((node) => node['Node Type'] === 'Sort')
      expect(index === undefined || sorts.length === 0).toBe(true)
    },
  )

  it.each([
    ['name', 'lower(links.name)'],
    ['expires_at', 'links.expires_at'],
  ] as const)('descending pages by %s end with the links that have none', async (sortBy, value) => {
    const query = { ...everything, sortBy, sortOrder: 'desc' } as const
    const whole = await stores.sql<{ id: string; is_missing: boolean }[]>`
      select id, ${stores.sql.unsafe(value)} is null as is_missing
      from links
      where account_id = ${anotherId}
      order by ${stores.sql.unsafe(value)} desc nulls last, id desc`
    const filled = whole.findIndex(({ is_missing }) => is_missing)
    for (const offset of [0, filled - 10, filled, filled + 30, ofAnother - 5, ofAnother]) {
      const page = await selectLinks(stores.sql, wholeAccount(anotherId), query, { ...firstPage, offset })
      expect(page.map(({ id }) => id)).toEqual(whole.slice(offset, offset + 21).map(({ id }) => id))
    }
    const { nodes } = await explain(stores, `${value} is null`, (sql) =>
      selectLinks(sql, wholeAccount(anotherId), query, { ...firstPage, offset: filled }),
    )
    expect(indexesIn(nodes)).toContain(indexOf[sortBy]?.desc)
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort')
  })

  it.each(['clicks', 'last_clicked_at'] as const)(
    'a page by %s of another account reads only its counts',
    async (sortBy) => {
      const query = { ...everything, sortBy, sortOrder: 'desc' } as const
      const whole = await selectLinks(stores.sql, wholeAccount(anotherId), query, { ...firstPage, limit: 60 })
      expect(whole.map(({ clicks }) => clicks > 0)).not.toContain(false)
      const { answer, nodes } = await planOf((sql) =>
        selectLinks(sql, wholeAccount(anotherId), query, { ...firstPage, offset: 20 }),
      )
      expect(answer.map(({ id }) => id)).toEqual(whole.slice(20, 41).map(({ id }) => id))
      expect(indexesIn(nodes)).toContain('link_counts_account')
      for (const table of ['links', 'link_counts']) expect(scannedIn(nodes)).not.toContain(table)
    },
  )

  it('links of another account are counted with an index alone', async () => {
    const { answer, nodes } = await planOf((sql) => countLinks(sql, wholeAccount(anotherId), everything))
    expect(answer).toBe(ofAnother)
    expect(scannedIn(nodes)).toEqual([])
    expect(nodes.map((node) => node['Node Type'])).toContain('Index Only Scan')
  })

  it.each([
    ['a code', 'C12E9F'],
    ['a destination', `com/${md5('7').slice(0, 5).toUpperCase()}`],
    ['a name', `link ${md5('-7').slice(0, 7)}`],
  ])('a search for part of %s uses the index', async (_, search) => {
    const filter = { ...everything, search }
    const page = await planOf((sql) =>
      selectLinks(sql, wholeAccount(accountId), { ...filter, sortBy: 'created_at', sortOrder: 'desc' }, firstPage),
    )
    const count = await planOf((sql) => countLinks(sql, wholeAccount(accountId), filter))
    expect(page.answer.length).toBeGreaterThan(0)
    expect(count.answer).toBe(page.answer.length)
    for (const { nodes } of [page, count]) {
      expect(indexesIn(nodes)).toContain('links_search')
      expect(scannedIn(nodes)).not.toContain('links')
    }
  })

  it('a search treats wildcards as plain characters', async () => {
    for (const search of ['%', '_', 'c%', '\\']) {
      expect(await countLinks(stores.sql, wholeAccount(anotherId), { ...everything, search }), search).toBe(0)
    }
    expect(await countLinks(stores.sql, wholeAccount(anotherId), { ...everything, search: '.' })).toBe(ofAnother)
  })

  it('aliases and links are found through an index', async () => {
    const taken = await planOf((sql) => codeIsTaken(sql, domainId, 'c4e9f'))
    expect(taken.answer).toBe(true)
    expect(indexesIn(taken.nodes)).toEqual(['links_code'])
    const address = { id: null, code: 'c4e9f', base_domain_id: domainId }
    const found = await planOf((sql) =>
      selectOwnLinks(sql, wholeAccount(accountId), address, { type: undefined, host: undefined, limit: 20 }),
    )
    expect(found.answer.length).toBe(1)
    expect(scannedIn(found.nodes)).not.toContain('links')
  })
})
