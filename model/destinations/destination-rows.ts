import { hashOf } from '#core/destinations/destination-url.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'

/** How long results are kept. */
export const keptDays = 30
/** A page that could not be read is tried again after this time. */
const retryMinutes = 60
/** Results of one account; the oldest make room. A result has at most 64 KB, and an icon 16 KB. */
export const mostOfAccount = { destinations: 1_000, destination_sites: 2_000 } as const
type Table = keyof typeof mostOfAccount

export interface DestinationRow {
  is_found: boolean
  title: string | null
  description: string | null
  site_name: string | null
  picture: Buffer | null
}

/** undefined if the page was not read, or too long ago. */
export async function selectDestination(sql: Sql, url: string): Promise<DestinationRow | undefined> {
  const [row] = await sql<DestinationRow[]>`
    select is_found, title, description, site_name, picture
    from destinations
    where url_hash = ${hashOf(url)} and ${isFresh(sql)}`
  return row
}

/** The icons of sites that were read; null for a site without an icon. */
export async function selectSites(sql: Sql, origins: readonly string[]): Promise<Map<string, Buffer | null>> {
  const rows = await sql<{ origin: string; icon: Buffer | null }[]>`
    select origin, icon
    from destination_sites
    where origin = any(${origins}::text[]) and ${isFresh(sql)}`
  return new Map(rows.map(({ origin, icon }) => [origin, icon]))
}

const isFresh = (sql: Sql) => sql`
  read_at > now() - case when is_found then make_interval(days => ${keptDays})
    else make_interval(mins => ${retryMinutes}) end`

export async function keepDestination(
  sql: Sql,
  { account_id, url }: { account_id: string; url: string },
  row: DestinationRow,
): Promise<void> {
  const values = { url_hash: hashOf(url), account_id, ...row }
  await sql.begin(async (tx) => {
    await tx`
      insert into destinations ${tx(values)}
      on conflict (url_hash) do update set
        account_id = excluded.account_id, is_found = excluded.is_found, title = excluded.title,
        description = excluded.description, site_name = excluded.site_name, picture = excluded.picture, read_at = now()`
    await makeRoom(tx, 'destinations', account_id)
  })
}

export async function keepSite(
  sql: Sql,
  { account_id, origin }: { account_id: string; origin: string },
  { is_found, icon }: { is_found: boolean; icon: Buffer | null },
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`
      insert into destination_sites ${tx({ origin, account_id, is_found, icon })}
      on conflict (origin) do update set
        account_id = excluded.account_id, is_found = excluded.is_found, icon = excluded.icon, read_at = now()`
    await makeRoom(tx, 'destination_sites', account_id)
  })
}

/** Rows that another worker is removing are skipped, so that two never wait for each other. */
async function makeRoom(tx: Tx, table: Table, accountId: string): Promise<void> {
  await tx`
    delete from ${tx(table)}
    where ctid in (
      select ctid from ${tx(table)}
      where account_id = ${accountId}
      order by read_at desc
      offset ${mostOfAccount[table]}
      for update skip locked)`
}
