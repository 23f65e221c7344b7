import type { Sql, Tx } from '#runtime/postgres.ts'

interface TagChoice {
  include: readonly string[]
  exclude: readonly string[]
}

/** Rows with one of the included tags and none of the excluded ones, ignoring case, as `and ...` conditions. */
export function hasTags(sql: Sql | Tx, table: 'links' | 'qr_codes' | 'campaigns', tags: TagChoice | undefined) {
  const { include, exclude } = tags ?? { include: [], exclude: [] }
  // The expression of the indexes links_folded_tags and qr_codes_folded_tags.
  const has = (names: readonly string[]) =>
    sql`folded_tags(${sql(`${table}.tags`)}) && folded_tags(${[...names]}::text[])`
  return sql`
    ${include.length === 0 ? sql`` : sql`and ${has(include)}`}
    ${exclude.length === 0 ? sql`` : sql`and not ${has(exclude)}`}`
}
