import type { Sql } from '#runtime/postgres.ts'
import type { ExperimentKind, ExperimentStatus } from '#schemas/experiments.ts'
import type { Reach } from '../accounts/reach.ts'
import { countRows, isAfter, type Page, type PageFrom, positionOf } from '../rows.ts'
import {
  experimentColumns,
  experimentLink,
  experimentOwner,
  experimentSource,
  type FoundExperiment,
} from './experiment-row.ts'

interface ListedExperiment {
  id: string
  user_id: string
  name: string
  status: ExperimentStatus
  link_id: string
  qr_code_id: string | null
  variant_count: number
  conversions_enabled: boolean
  min_sample_size: number
  created_at: Date
  link: FoundExperiment['link']
}

interface ExperimentFilter {
  kind: ExperimentKind
  status: ExperimentStatus | undefined
}

/** A test whose short URL is deleted has no domain, so every key of the account can read it. */
const matches = (sql: Sql, { account_id, domain_ids }: Reach, { kind, status }: ExperimentFilter) => sql`
  ab_tests.account_id = ${account_id} and ab_tests.kind = ${kind}
  ${status === undefined ? sql`` : sql`and ab_tests.status = ${status}`}
  ${
    domain_ids === null
      ? sql``
      : sql`and not exists (
          select from links
          where links.id = ab_tests.link_id and links.domain_id <> all(${[...domain_ids]}::uuid[]))`
  }`

/** Newest first. */
export async function selectExperiments(
  sql: Sql,
  reach: Reach,
  filter: ExperimentFilter,
  { limit, offset }: Page,
): Promise<ListedExperiment[]> {
  return await sql<ListedExperiment[]>`
    select ab_tests.id, ab_tests.name, ab_tests.status, ab_tests.link_id, ab_tests.qr_code_id, ab_tests.created_at,
      ab_tests.conversions_enabled, ab_tests.min_sample_size,
      (select count(*) from ab_variants where test_id = ab_tests.id) as variant_count,
      ${experimentOwner(sql)}, ${experimentLink(sql)}
    from ${experimentSource(sql)}
    where ${matches(sql, reach, filter)}
    order by ab_tests.created_at desc, ab_tests.id desc
    limit ${limit}
    offset ${offset}`
}

/** Whole tests with their variants, newest first. */
export async function selectWholeExperiments(
  sql: Sql,
  reach: Reach,
  filter: ExperimentFilter,
  { cursor, limit, offset }: PageFrom,
): Promise<(FoundExperiment & { position: string })[]> {
  return await sql<(FoundExperiment & { position: string })[]>`
    select ${experimentColumns(sql)}, ${positionOf(sql, 'ab_tests')}
    from ${experimentSource(sql)}
    where ${matches(sql, reach, filter)}
    ${cursor === undefined ? sql`` : sql`and ${isAfter(sql, 'ab_tests', 'desc', cursor)}`}
    order by ab_tests.created_at desc, ab_tests.id desc
    limit ${limit}
    offset ${offset}`
}

export const countExperiments = (sql: Sql, reach: Reach, filter: ExperimentFilter): Promise<number> =>
  countRows(sql, sql`ab_tests where ${matches(sql, reach, filter)}`)
