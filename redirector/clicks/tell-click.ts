import { clickTokenKey, signClickToken } from '#core/visits/click-token.ts'
import { setParameters } from '#core/visits/forward-query.ts'
import { clickId } from '#schemas/clicks.ts'
import { type Answer, redirectAnswer } from '../visit/answer.ts'
import type { KnownLink } from '../visit/known-link.ts'
import type { Ruling } from '../visit/special-visits.ts'

/**
 * The redirect of an A/B test with conversions: it passes the click to the destination as a signed token. The token
 * contains the click ID, which is known once the click is written. Null if no token is wanted or the click is lost.
 */
export function tellClick(link: KnownLink, ruling: Ruling, batchId: string | null, index: number): Answer | null {
  const test = link.extras?.test
  if (test?.wants_click_ids === undefined || batchId === null || ruling.kind !== 'redirect') return null
  const place = test.variants.findIndex(({ id }) => id === ruling.variant_id)
  link.tokenKey ??= clickTokenKey(test)
  const token = signClickToken(link.tokenKey, clickId(batchId, index), place)
  return redirectAnswer({ ...ruling, url: setParameters(ruling.url, `click_id=${token}`) })
}
