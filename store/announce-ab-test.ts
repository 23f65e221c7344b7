import type { Addresses } from '#model/links/describe-link.ts'
import type { Tx } from '#runtime/postgres.ts'
import type { FoundAbTest } from './ab-test-row.ts'
import { announce } from './announce.ts'
import { describeAbTest } from './describe-ab-test.ts'

export type AbTestEvent = 'ab_test.started' | 'ab_test.paused' | 'ab_test.completed'

export async function announceAbTest(
  tx: Tx,
  type: AbTestEvent,
  test: FoundAbTest,
  addresses: Addresses,
): Promise<void> {
  await announce(tx, test.account_id, type, { ...describeAbTest(test, addresses), short_url_id: test.link_id })
}
