import { clickTokenKey, isSignedClickToken, readClickToken } from '#core/visits/click-token.ts'
import {
  type ConversionRow,
  insertConversion,
  type NamedExperiment,
  selectNamedExperiment,
  selectTold,
} from '#model/experiments/conversions.ts'
import { announce } from '#model/webhooks/announce.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { Conversion, ConversionReport } from '#schemas/conversions.ts'
import type { ExperimentStatus } from '#schemas/experiments.ts'

type RecordOutcome =
  | { kind: 'recorded' | 'known'; conversion: Conversion }
  /** No token of ours, or not of whoever asks. */
  | { kind: 'not-found' }
  | { kind: 'ended'; status: ExperimentStatus }

/**
 * Records what a visitor did at the destination: for the click, the variant and the test that the signed token names, and
 * nothing else is asked. `refuse` judges whose test it may be, before anything else is said of it.
 */
export async function recordConversion(
  sql: Sql,
  report: ConversionReport,
  refuse: (test: NamedExperiment) => boolean,
): Promise<RecordOutcome> {
  const token = readClickToken(report.click_id)
  const test = token === null ? undefined : await selectNamedExperiment(sql, token.test_id)
  if (token === null || test === undefined || refuse(test)) return { kind: 'not-found' }
  // With its secret gone nothing can be proved any more.
  if (test.secret === null) return { kind: 'ended', status: test.status }
  const key = clickTokenKey({ id: test.id, secret: test.secret })
  if (!isSignedClickToken(key, report.click_id)) return { kind: 'not-found' }
  return await sql.begin(async (tx) => {
    const row = await insertConversion(tx, token, report)
    if (row !== undefined) {
      const conversion = describe(row)
      await announce(tx, test.account_id, 'conversion.recorded', conversion)
      return { kind: 'recorded' as const, conversion }
    }
    const told = await selectTold(tx, token, report)
    if (told !== undefined) return { kind: 'known' as const, conversion: describe(told) }
    const now = await selectNamedExperiment(tx, test.id)
    return now?.status === 'completed' ? { kind: 'ended' as const, status: now.status } : { kind: 'not-found' as const }
  })
}

const describe = (row: ConversionRow): Conversion => ({ ...row, created_at: row.created_at.toISOString() })
