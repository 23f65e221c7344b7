import { beforeAll, expect } from 'vitest'
import { z } from 'zod'
import { ch, uuid } from '#runtime/ch-tag.ts'
import { createAccount, type TestAccount } from '../../factories/account.ts'
import { storeClicks } from '../../factories/clicks.ts'
import { makerFor } from '../../factories/objects.ts'
import { keyOf, stores, useApi, useDrawing } from './use-api.ts'

/** Included in every text that only the owner may see. */
const secret = 'only-the-owner-knows'
const owned = [
  '/short-urls/{id}',
  '/campaigns/{id}',
  '/utm-templates/{id}',
  '/domains/{id}',
  '/api-keys/{id}',
  '/qr-codes/{id}',
  '/qr-assets/{id}',
  '/url-ab-tests/{id}',
  '/webhooks/{id}',
  '/imports/{id}',
]

export { api, stores } from './use-api.ts'
export let owner: TestAccount
export let stranger: TestAccount
export let ownerKey: string
export let strangerKey: string
/** The API, an owner with one object of each kind, and another account. */
export function useTwoAccounts(): void {
  useApi()
  useDrawing()
  beforeAll(async () => {
    owner = await createAccount(stores.sql, { plan: 'enterprise' })
    stranger = await createAccount(stores.sql, { plan: 'enterprise' })
    ownerKey = await keyOf(owner)
    strangerKey = await keyOf(stranger)
    for (const path of owned) await make(path, owner)
    const [link] = await stores.sql<{ id: string }[]>`select id from links where account_id = ${owner.id}`
    const click = {
      account_id: owner.id,
      link_id: link?.id ?? '',
      utm_source: secret,
      country: secret,
      referrer: secret,
    }
    await storeClicks(stores.ch, [{ ...click, at: new Date().toISOString() }])
    await markSecrets()
  })
}

export async function make(path: string, account: TestAccount): Promise<string> {
  const maker = makerFor(path)
  if (maker === undefined) throw new Error(`test/factories/objects.ts has no factory for ${path}`)
  return await maker(stores, account)
}

export async function markSecrets(): Promise<void> {
  const { sql } = stores
  const { id } = owner
  await sql`
    update links
    set name = ${secret}, description = ${secret}, url = ${`https://example.com/${secret}`}, tags = ${[secret]}
    where account_id = ${id}`
  await sql`update campaigns set description = ${secret}, tags = ${[secret]} where account_id = ${id}`
  await sql`update utm_templates set utm_content = ${secret} where account_id = ${id}`
  await sql`update domains set root_redirect_url = ${`https://example.com/${secret}`} where account_id = ${id}`
  await sql`
    update qr_codes
    set name = ${secret}, tags = ${[secret]}, content_text = ${secret}, content_data = ${sql.json({ url: secret })}
    where account_id = ${id}`
  await sql`update ab_tests set name = ${secret}, description = ${secret} where account_id = ${id}`
  await sql`
    update ab_variants
    set destination_url = ${`https://example.com/${secret}`}
    where test_id in (select id from ab_tests where account_id = ${id})`
  await sql`update qr_assets set name = ${secret} where account_id = ${id}`
  await sql`update webhooks set name = ${secret}, url = ${`https://example.com/${secret}`} where account_id = ${id}`
  await sql`update imports set file_name = ${secret} where account_id = ${id}`
  await sql`update api_keys set name = ${secret} where account_id = ${id}`
}

/** Every table with an account. */
let tables: Promise<string[]> | undefined
async function tablesOwned(): Promise<string[]> {
  const rows = await stores.sql<{ name: string }[]>`
    select table_name as name
    from information_schema.columns
    where column_name = 'account_id' and table_schema = 'public'
    order by table_name`
  return rows.map(({ name }) => name)
}

/** A digest of every row of the owner, by table, and the ids of the clicks. One statement, since the tests read it often. */
export async function everythingOwned(): Promise<Record<string, unknown>> {
  tables ??= tablesOwned()
  const digests = (await tables).map(
    (name) => `
      select '${name}' as name, md5(string_agg(t::text, ',' order by t::text)) as digest
      from "${name}" t
      where account_id = $1`,
  )
  const statement = digests.join(' union all ')
  const rows = await stores.sql.unsafe<{ name: string; digest: string | null }[]>(statement, [owner.id], {
    prepare: true,
  })
  const clicks = await stores.ch.query(
    ch`select toString(click_id) as id from clicks where account_id = ${uuid(owner.id)}`,
    z.object({ id: z.string() }),
  )
  return { ...Object.fromEntries(rows.map(({ name, digest }) => [name, digest])), clicks }
}

/** Shows the rows of the tables that changed. */
export async function expectUnchanged(before: Record<string, unknown>): Promise<void> {
  const after = await everythingOwned()
  const changed = Object.keys(after).filter((name) => name !== 'clicks' && after[name] !== before[name])
  const rows = await Promise.all(
    changed.map((name) => stores.sql`select * from ${stores.sql(name)} where account_id = ${owner.id}`),
  )
  expect(after, JSON.stringify(rows)).toEqual(before)
}

/** The names of one object of each kind that the owner has. */
export async function namesOwned(): Promise<string[]> {
  const rows = await stores.sql<{ name: string }[]>`
    (select unnest(array[id::text, code]) as name from links where account_id = ${owner.id} limit 2)
    union all
    (select unnest(array[id::text, name]) from campaigns where account_id = ${owner.id} limit 2)
    union all
    (select id::text from qr_codes where account_id = ${owner.id} limit 1)
    union all
    (select unnest(array[host, split_part(host, '.', 1)]) from domains where account_id = ${owner.id} limit 2)`
  return rows.map(({ name }) => name)
}

/** The other names of an object: the slug of a link, the name of a campaign, another spelling of a tag. */
export async function otherNames(id: string): Promise<string[]> {
  const rows = await stores.sql<{ name: string }[]>`
    select code as name from links where id::text = ${id}
    union all
    select name from campaigns where id::text = ${id}
    union all
    select upper(name) from tags where name = ${id}`
  return rows.map(({ name }) => name)
}

const anyCount = /"\w*(clicks|visitors|scans)\w*":\s*[1-9]/i

export function expectNothingTold({ text }: { text: string }, what: string): void {
  expect(text, what).not.toContain(secret)
  expect(text, what).not.toMatch(anyCount)
}
