import { clickTokenKey, signClickToken } from '#core/visits/click-token.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { MadeExperiment } from '../../factories/experiments.ts'
import type { Reports } from './reports.ts'

/** The click token that a variant's destination gets. */
export function tokenOf(test: MadeExperiment, place = 0, click_id = uuidv7()): string {
  if (test.secret === null) throw new Error('a test that is not running has no tokens')
  return signClickToken(clickTokenKey({ id: test.id, secret: test.secret.toString('hex') }), click_id, place)
}

/** Records a conversion for each of these clicks. */
export async function convert(
  { api, key }: Pick<Reports, 'api' | 'key'>,
  test: MadeExperiment,
  place: number,
  clickIds: readonly string[],
): Promise<void> {
  for (const id of clickIds) {
    const body = { click_id: tokenOf(test, place, id) }
    const { status, text } = await api.request('POST', '/conversions', { key, body })
    if (status !== 201) throw new Error(`${status} ${text}`)
  }
}
