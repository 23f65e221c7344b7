import type { z } from 'zod'
import { judgeVariants, type VariantFindings } from '#core/statistics/judge-variants.ts'
import { hasSampleRatioMismatch } from '#core/statistics/sample-ratio.ts'
import type { Fragment } from '#runtime/ch-tag.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import type { FoundExperiment, Variant } from './experiment-row.ts'
import { type VariantClicks, variantClicks, variantClicksRow } from './variant-clicks.ts'

export interface WeighedVariant extends Variant, VariantFindings {
  clicks: number
  clicks_since_weight_change: number
  unique_visitors: number
  /** Conversions of every event. In rates, a click counts once. */
  conversions: number
}

export interface Weighing {
  variants: WeighedVariant[]
  srm_warning: boolean
}

interface Sources {
  sql: Sql | Tx
  /** Runs a statement of ClickHouse. */
  ask: <Row>(statement: Fragment, row: z.ZodType<Row>) => Promise<Row[]>
}

/** The results of the variants of a test and their significance. */
export async function weighExperiment({ sql, ask }: Sources, test: FoundExperiment): Promise<Weighing> {
  const { id: test_id, account_id, link_id } = test
  const since = await findLastWeighting(sql, test_id)
  const statement = variantClicks({ account_id, link_id, test_id, since })
  const [visited, converted] = await Promise.all([
    // The clicks of a deleted link count no more, even while they are stored.
    test.link === null ? [] : ask(statement, variantClicksRow),
    selectVariantConversions(sql, test_id),
  ])
  const visits = new Map(visited.map((row) => [row.variant_id, row]))
  const conversions = new Map(converted.map((row) => [row.variant_id, row]))
  const counts = test.variants.map(({ id }) => countsOf(visits.get(id), conversions.get(id)))
  const verdicts = judgeVariants(counts, test)
  return {
    variants: test.variants.flatMap((variant, index) => {
      const [counted, verdict] = [counts[index], verdicts[index]]
      if (counted === undefined || verdict === undefined) return []
      const { clicks, recent_clicks, unique_visitors, conversions: told } = counted
      const clicked = { clicks, clicks_since_weight_change: recent_clicks, unique_visitors }
      return [{ ...variant, ...verdict, ...clicked, conversions: told }]
    }),
    srm_warning: hasSampleRatioMismatch(
      test.variants
        .map(({ traffic_weight }, index) => ({ weight: traffic_weight, clicks: counts[index]?.recent_clicks ?? 0 }))
        // The chi-square test cannot include a variant without weight, which is expected to get no clicks.
        .filter(({ weight }) => weight > 0),
    ),
  }
}

/** A conversion may be reported before its click is stored. The click is counted anyway. */
function countsOf(visited: VariantClicks | undefined, told: VariantConversions | undefined) {
  const { clicks = 0, unique_visitors = 0, recent_clicks = 0 } = visited ?? {}
  const { conversions = 0, converted_clicks = 0 } = told ?? {}
  const trials = Math.max(clicks, converted_clicks)
  return { clicks, unique_visitors, recent_clicks, conversions, trials, successes: converted_clicks }
}

/** Only clicks since the last change of the weights: earlier ones were split differently. */
async function findLastWeighting(sql: Sql | Tx, testId: string): Promise<Date> {
  const [row] = await sql<{ changed_at: Date | null }[]>`
    select max(changed_at) as changed_at
    from ab_weight_changes
    where test_id = ${testId}`
  return row?.changed_at ?? new Date(0)
}

interface VariantConversions {
  variant_id: string
  conversions: number
  converted_clicks: number
}

async function selectVariantConversions(sql: Sql | Tx, testId: string): Promise<VariantConversions[]> {
  return await sql<VariantConversions[]>`
    select variant_id, count(*) as conversions, count(distinct click_id) as converted_clicks
    from conversions
    where test_id = ${testId}
    group by variant_id`
}
