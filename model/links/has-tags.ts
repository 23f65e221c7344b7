import type { Sql } from '#runtime/postgres.ts'
import type { TagFilter } from '#schemas/tags.ts'

/** Rows with one of the included tags and none of the excluded ones, as `and ...` conditions. */
export function hasTags(sql: Sql, table: 'links' | 'qr_codes' | 'campaigns', tags: TagFilter | undefined) {
  const { include, exclude } = tags ?? { include: [], exclude: [] }
  const column = sql(`${table}.tags`)
  return sql`
    ${include.length === 0 ? sql`` : sql`and ${column} && ${include}::text[]`}
    ${exclude.length === 0 ? sql`` : sql`and not ${column} && ${exclude}::text[]`}`
}
