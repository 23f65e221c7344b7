import type { Part, Sql, Tx } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { Conversion, ConversionReport } from '#schemas/conversions.ts'
import type { ExperimentStatus } from '#schemas/experiments.ts'
import { experimentLink, experimentSource, type FoundExperiment } from './experiment-row.ts'

/** The test of a click token. */
export interface NamedExperiment {
  id: string
  account_id: string
  status: ExperimentStatus
  /** As stored, in hexadecimal (test-secret.ts); null if the test is not running. */
  secret: string | null
  /** null after the link is deleted. */
  link: FoundExperiment['link']
}

export async function selectNamedExperiment(sql: Sql | Tx, id: string): Promise<NamedExperiment | undefined> {
  const [test] = await sql<NamedExperiment[]>`
    select ab_tests.id, ab_tests.account_id, ab_tests.status, encode(ab_tests.secret, 'hex') as secret,
      ${experimentLink(sql)}
    from ${experimentSource(sql)}
    where ab_tests.id = ${id}`
  return test
}

export interface ConversionRow extends Omit<Conversion, 'created_at'> {
  created_at: Date
}

interface ProvenClick {
  click_id: string
  test_id: string
  place: number
}

/**
 * undefined if it is already recorded or the test has ended. The lock makes ending or deleting the test wait, so that no
 * conversion outlives a deleted link.
 */
export async function insertConversion(
  tx: Tx,
  { click_id, test_id, place }: ProvenClick,
  { event_name, value = null, currency = null, external_id = null }: ConversionReport,
): Promise<ConversionRow | undefined> {
  const [row] = await tx<ConversionRow[]>`
    with test as (
      select id, account_id, link_id, qr_code_id
      from ab_tests
      where id = ${test_id} and status in ('running', 'paused')
      for share
    ), inserted as (
      insert into conversions
        (id, account_id, test_id, variant_id, link_id, click_id, event_name, value, currency, external_id)
      select ${uuidv7()}, test.account_id, test.id, ab_variants.id, test.link_id, ${click_id}, ${event_name},
        ${value}::float8::numeric, ${currency}, ${external_id}
      from test
      join ab_variants on ab_variants.test_id = test.id and ab_variants.position = ${place}
      on conflict do nothing
      returning id, test_id, variant_id, link_id, click_id, event_name, value, currency, external_id, created_at
    )
    select ${columns(tx, tx`inserted`)}, test.qr_code_id
    from inserted, test`
  return row
}

/** The conversion that this report would repeat. */
export async function selectTold(
  tx: Tx,
  { click_id, test_id }: ProvenClick,
  { event_name, external_id = null }: ConversionReport,
): Promise<ConversionRow | undefined> {
  const [row] = await tx<ConversionRow[]>`
    select ${columns(tx, tx`conversions`)}, ab_tests.qr_code_id
    from conversions
    join ab_tests on ab_tests.id = conversions.test_id
    where (
      conversions.test_id = ${test_id} and conversions.click_id = ${click_id} and conversions.event_name = ${event_name}
    )
    or (
      conversions.account_id = (select account_id from ab_tests where id = ${test_id})
      and conversions.external_id = ${external_id}
    )
    order by conversions.external_id = ${external_id} desc nulls last
    limit 1`
  return row
}

const columns = (tx: Tx, source: Part) => tx`
  ${source}.id, ${source}.click_id, ${source}.test_id, ${source}.variant_id, ${source}.link_id as short_url_id,
  ${source}.event_name, ${source}.value::float8 as value, ${source}.currency, ${source}.external_id,
  ${source}.created_at`

export interface ConversionCount {
  conversions: number
  converted_clicks: number
}

/** Conversions of one link by the time of their report; null: from the first one. */
export async function countConversions(
  sql: Sql,
  linkId: string,
  { from, to }: { from: number | null; to: number },
): Promise<ConversionCount> {
  const [row] = await sql<ConversionCount[]>`
    select count(*) as conversions, count(distinct click_id) as converted_clicks
    from conversions
    where link_id = ${linkId} and created_at <= ${new Date(to)}
    ${from === null ? sql`` : sql`and created_at >= ${new Date(from)}`}`
  return row ?? { conversions: 0, converted_clicks: 0 }
}
