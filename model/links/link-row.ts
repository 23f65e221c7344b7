import type { z } from 'zod'
import type { Part, Sql, Tx } from '#runtime/postgres.ts'
import type { DestinationHealth } from '#schemas/destination-health.ts'
import { columnsOfFields, type LinkFieldName, type LinkFields } from '#schemas/link-fields.ts'
import type { ShortUrl } from '#schemas/links.ts'

type FieldValue<Name extends LinkFieldName> = Exclude<z.output<LinkFields[Name]['input']>, undefined>
type ColumnOf<Name extends LinkFieldName> = LinkFields[Name] extends { column: infer Column extends string }
  ? Column
  : Name

/** Columns with JSON, as the record shows them. */
type JsonColumn = 'og' | 'targeting_rules' | 'schedules'

/** Columns of `links` that the owner sets. */
export type LinkSettings = Omit<{ [Name in LinkFieldName as ColumnOf<Name>]: FieldValue<Name> }, JsonColumn> &
  Pick<ShortUrl, JsonColumn> & { url: string }

/** A row of `links`. */
export interface LinkRow extends LinkSettings {
  id: string
  code: string
  is_custom_alias: boolean
  limited_since: number | null
  limit_used: number | null
  /** Encrypted. Decides which visitors the percentages of its rules include; null without any. */
  rules_secret: string | null
  /** The rev since which clicks are counted for rules; null if no rule needs it. */
  numbered_since: number | null
  /** Winner of a completed test: visitors are redirected to it instead of `url`. */
  winner_variant_id: string | null
  /** null unless the link is in the trash. */
  trashed_at: Date | null
  /** null unless the operator or a check has stopped the link. */
  quarantined_at: Date | null
  quarantine_reason: string | null
  created_at: Date
  updated_at: Date
}

const columnNames = [
  ...['id', 'account_id', 'domain_id', 'code', 'is_custom_alias', 'rev', 'url', ...columnsOfFields],
  ...['limited_since', 'limit_used', 'rules_secret', 'numbered_since', 'winner_variant_id', 'trashed_at'],
  ...['quarantined_at', 'quarantine_reason', 'created_at', 'updated_at'],
].map((name) => `links.${name}`)

/**
 * The columns of a link for statements. With `*`, each connection would fail once for each of its prepared statements when a
 * migration adds a column.
 */
export const linkColumns = (sql: Sql | Tx): Part => sql`${sql(columnNames)}`

export interface LinkCounts {
  clicks: number
  last_clicked_at: Date | null
}

/** The hash by which the check of a destination is known, for statements over `links`. */
export const urlHash = (sql: Sql | Tx): Part => sql`sha256(convert_to(links.url, 'UTF8'))`

/** Objects that use a link. */
export interface LinkUses {
  /** The QR code whose scans are the visits of this link. */
  qr_code_id: string | null
  /** The test that is not completed. */
  ab_test_id: string | null
}

export interface LinkHealth {
  /** What the latest check of its destination found; null before the first one. Times are texts of Postgres. */
  destination_health: DestinationHealth | null
}

export const linkUses = (sql: Sql | Tx) => sql`
  (select qr_codes.id from qr_codes where qr_codes.link_id = links.id) as qr_code_id,
  (select ab_tests.id from ab_tests where ab_tests.link_id = links.id and ab_tests.status <> 'completed') as ab_test_id`

export const linkHealth = (sql: Sql | Tx) => sql`
  (
    select json_build_object('state', state, 'problem', problem, 'status_code', status_code,
      'failing_since', failing_since, 'title', title, 'previous_title', previous_title,
      'title_changed_at', title_changed_at, 'certificate_expires_at', certificate_expires_at, 'checked_at', checked_at)
    from destination_checks
    where destination_checks.link_id = links.id and state is not null and url_hash = ${urlHash(sql)}
  ) as destination_health`

/** Columns of a link for a statement: jsonb values must be marked as such. */
export function bindable<Columns extends Partial<Pick<LinkRow, JsonColumn>>>(
  tx: Tx,
  { og, targeting_rules: rules, schedules, ...columns }: Columns,
) {
  return {
    ...columns,
    ...(og !== undefined && { og: og === null ? null : tx.json({ ...og }) }),
    ...(rules !== undefined && { targeting_rules: tx.json(rules) }),
    ...(schedules !== undefined && { schedules: tx.json(schedules) }),
  }
}
