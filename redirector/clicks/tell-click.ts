import { clickTokenKey, signClickToken } from '#core/visits/click-token.ts'
import { mergeQuery } from '#core/visits/merge-query.ts'
import { clickId } from '#schemas/clicks.ts'
import { type Answer, redirectAnswer } from '../visit/answer.ts'
import type { KnownLink } from '../visit/known-link.ts'
import type { Ruling } from '../visit/special-visits.ts'

/**
 * The redirect of a test with conversions: its destination is told of the click, by a token that only we can make. It
 * needs the id of the click, which is known once that is written. null where nothing is to be told, or the click is lost.
 */
export function tellClick(link: KnownLink, ruling: Ruling, batchId: string | null, index: number): Answer | null {
  const test = link.extras?.test
  if (test?.wants_click_ids === undefined || batchId === null || ruling.kind !== 'redirect') return null
  const place = test.variants.findIndex(({ id }) => id === ruling.variant_id)
  link.tokenKey ??= clickTokenKey(test)
  const token = signClickToken(link.tokenKey, clickId(batchId, index), place)
  return redirectAnswer({ ...ruling, url: mergeQuery(ruling.url, `click_id=${token}`) })
}
