import type { Sql } from '#runtime/postgres.ts'

interface UsedLimit {
  link_id: string
  /** The limit, and the revision since which the link has one: the report of an earlier limit changes nothing. */
  most: number
  since: number
}

/** Keeps that visits of an untracked link used up its click limit. A higher limit is not reached then. */
export async function useUpLimit(sql: Sql, { link_id, most, since }: UsedLimit): Promise<void> {
  await sql`
    update links
    set limit_used = ${most}
    where id = ${link_id} and limited_since = ${since} and (limit_used is null or limit_used < ${most})`
}
