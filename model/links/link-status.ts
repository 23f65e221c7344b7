import type { Sql, Tx } from '#runtime/postgres.ts'
import { flagStatuses } from '#schemas/link-fields.ts'

type Statement = Sql | Tx

/** Written out, so that partial indexes (`where archived`) are used. */
const holds = (sql: Statement, { field, when }: (typeof flagStatuses)[number]) =>
  when ? sql`${sql(`links.${field}`)}` : sql`not ${sql(`links.${field}`)}`

/** Null without a limit. Clicks of untracked links are not stored: the redirector reports a limit that they used up. */
export const limitIsReached = (sql: Statement) => sql`
  greatest(link_counts.clicks, links.limit_used) >= links.max_clicks`

export const isTrashed = (sql: Statement) => sql`(links.trashed_at is not null)`

/** The status of a link as in core/link-status.ts, for statements over `links` joined with `link_counts`. */
export const linkStatus = (sql: Statement) => sql`
  case
    when ${isTrashed(sql)} then 'trashed'
    when links.quarantined_at is not null then 'quarantined'
    ${flagStatuses.map((flag) => sql`when ${holds(sql, flag)} then ${flag.name}::text `)}
    when links.starts_at > now() then 'scheduled'
    when links.expires_at <= now() then 'expired'
    when ${limitIsReached(sql)} then 'limit_reached'
    else 'active'
  end`

const unlistedStatuses = flagStatuses.filter(({ unlisted }) => unlisted)

/** Links that lists leave out unless a status is requested. The expression of the index links_unlisted. */
export const isUnlisted = (sql: Statement) =>
  sql`${unlistedStatuses.map((flag) => sql`${holds(sql, flag)} or `)}${isTrashed(sql)}`
