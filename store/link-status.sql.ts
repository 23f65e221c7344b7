import type { Sql, Tx } from '#runtime/postgres.ts'
import { flagStatuses } from '#schemas/link-fields.ts'

/** The status of a link, as core/link-status.ts finds it, for statements over `links` with `link_counts` joined. */
export const linkStatus = (sql: Sql | Tx) => sql`
  case
    ${flagStatuses.map(({ field, when, name }) => sql`when ${sql(`links.${field}`)} = ${when} then ${name}::text `)}
    when links.starts_at > now() then 'scheduled'
    when links.expires_at <= now() then 'expired'
    when link_counts.clicks >= links.max_clicks then 'limit_reached'
    else 'active'
  end`

/** Whether lists show a link where they are not asked for a status. */
export const isListed = (sql: Sql | Tx) =>
  flagStatuses
    .filter(({ unlisted }) => unlisted)
    .reduce((listed, { field, when }) => sql`${listed} and ${sql(`links.${field}`)} <> ${when}`, sql`true`)
