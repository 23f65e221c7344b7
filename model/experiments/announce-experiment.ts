import type { Tx } from '#runtime/postgres.ts'
import type { Addresses } from '../links/describe-link.ts'
import { announce } from '../webhooks/announce.ts'
import { describeAbTest } from './describe-experiment.ts'
import type { FoundAbTest } from './experiment-row.ts'

export type AbTestEvent = 'ab_test.started' | 'ab_test.paused' | 'ab_test.completed'

export async function announceAbTest(
  tx: Tx,
  type: AbTestEvent,
  test: FoundAbTest,
  addresses: Addresses,
): Promise<void> {
  await announce(tx, test.account_id, type, { ...describeAbTest(test, addresses), short_url_id: test.link_id })
}
