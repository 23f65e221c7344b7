import type { Sql } from '#runtime/postgres.ts'

/** What is different about one of many links. */
export interface ManyLinks {
  ids: string[]
  codes: string[]
  urls: string[]
  names: (string | null)[]
  /** Comma-separated. */
  tags: string[]
  /** Unix milliseconds. */
  times: number[]
}

/**
 * Links in bulk, with what each owes the click store. Redirectors find them in Postgres. What is different from a link of
 * createLink: no webhook is told, and no code is locked, since nobody else writes codes with the seed's number and the
 * account in them. Those that are there stay as they are.
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

/** The ids of the account's links with these codes, in their order; null where it has none of that code. */
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
