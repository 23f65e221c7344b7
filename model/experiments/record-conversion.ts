import { ApiError } from '#core/api-error.ts'
import { clickTokenKey, isSignedClickToken, readClickToken } from '#core/visits/click-token.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { SecretKeys } from '#runtime/secret-keys.ts'
import type { Conversion, ConversionReport } from '#schemas/conversions.ts'
import type { Site } from '../links/describe-link.ts'
import { announceEach } from '../webhooks/announce.ts'
import {
  type ConversionRow,
  insertConversion,
  type NamedExperiment,
  selectNamedExperiment,
  selectTold,
} from './conversions.ts'
import { filteredMembers } from './describe-experiment.ts'
import { openTestSecret } from './test-secret.ts'

interface Recorded {
  conversion: Conversion
  /** The conversion was already recorded. */
  known: boolean
}

/**
 * Records a conversion for the click, variant, and test of the signed token, without any other check. `refuse` decides
 * first whether the caller may use this test, and the test of a conversion that is already recorded.
 */
export async function recordConversion(
  { sql, secretKeys, config }: { sql: Sql; secretKeys: Pick<SecretKeys, 'open'>; config: Site },
  report: ConversionReport,
  refuse: (test: NamedExperiment) => boolean,
): Promise<Recorded> {
  const token = readClickToken(report.click_id)
  const test = token === null ? undefined : await selectNamedExperiment(sql, token.test_id)
  if (token === null || test === undefined || refuse(test)) throw noSuchClick()
  // Tokens cannot be verified after the secret is destroyed.
  if (test.secret === null) throw hasEnded(test)
  const key = clickTokenKey({ id: test.id, secret: openTestSecret(secretKeys, test.secret) })
  if (!isSignedClickToken(key, report.click_id)) throw noSuchClick()
  return await sql.begin(async (tx) => {
    const row = await insertConversion(tx, token, report)
    if (row !== undefined) {
      const conversion = describe(row)
      await announceEach(tx, 'conversion.recorded', [
        { account_id: test.account_id, data: conversion, filteredMembers: filteredMembers(test.link, config) },
      ])
      return { conversion, known: false }
    }
    const told = await selectTold(tx, token, report)
    if (told !== undefined) {
      // An external id is known in the whole account.
      const itsTest = told.test_id === test.id ? test : await selectNamedExperiment(tx, told.test_id)
      if (itsTest === undefined || refuse(itsTest)) throw noSuchClick()
      return { conversion: describe(told), known: true }
    }
    const now = await selectNamedExperiment(tx, test.id)
    throw now?.status === 'completed' ? hasEnded(now) : noSuchClick()
  })
}

const describe = (row: ConversionRow): Conversion => ({ ...row, created_at: row.created_at.toISOString() })

/** The token is invalid or belongs to another account. */
const noSuchClick = () => new ApiError('NOT_FOUND', 'Click not found. Send the click_id that the destination received.')

const hasEnded = ({ status }: Pick<NamedExperiment, 'status'>) =>
  new ApiError('CONFLICT', 'The A/B test of this click has ended and accepts no more conversions.', {
    status,
    allowed: ['running', 'paused'],
  })
