import type { Sql } from '#runtime/postgres.ts'

/** Columns that differ between links, one array entry per link. */
export interface ManyLinks {
  ids: string[]
  codes: string[]
  urls: string[]
  names: (string | null)[]
  /** Tags, separated by commas. */
  tags: string[]
  /** Creation times in Unix milliseconds. */
  times: number[]
}

/**
 * Inserts links in bulk and queues their data for ClickHouse. Redirectors find them in Postgres. Unlike createLink, it
 * sends no webhooks and locks no codes, since only seeding uses codes with the seed number and the account. Existing
 * links are not changed.
 */
export async function insertManyLinks(
  sql: Sql,
  { account_id, domain_id }: { account_id: string; domain_id: string },
  { ids, codes, urls, names, tags, times }: ManyLinks,
): Promise<void> {
  await sql`
    with made as (
      insert into links (id, account_id, domain_id, code, is_custom_alias, rev, url, name, tags, created_at)
      select id, ${account_id}, ${domain_id}, code, true, nextval('link_rev'), url, name, string_to_array(tags, ','),
        to_timestamp(ms / 1000.0)
      from unnest(${ids}::uuid[], ${codes}::text[], ${urls}::text[], ${names}::text[], ${tags}::text[],
        ${times}::bigint[]) as wanted (id, code, url, name, tags, ms)
      on conflict (domain_id, code) do nothing
      returning id, code, rev
    ), counts as (
      insert into link_counts (link_id, account_id)
      select id, ${account_id} from made
    )
    insert into outbox (target, domain_id, code, rev)
    select 'facts', ${domain_id}, code, rev from made`
}

/** The IDs of the account's links with these codes, in the same order; null for a missing link. */
export async function findManyLinks(
  sql: Sql,
  { account_id, domain_id }: { account_id: string; domain_id: string },
  codes: string[],
): Promise<(string | null)[]> {
  const rows = await sql<{ id: string | null }[]>`
    select links.id
    from unnest(${codes}::text[]) with ordinality as wanted (code, place)
    left join links on links.domain_id = ${domain_id} and links.code = wanted.code and links.account_id = ${account_id}
    order by wanted.place`
  return rows.map(({ id }) => id)
}
