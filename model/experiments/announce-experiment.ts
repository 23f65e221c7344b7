import type { Tx } from '#runtime/postgres.ts'
import type { Site } from '../links/describe-link.ts'
import { announce } from '../webhooks/announce.ts'
import { describeExperiment } from './describe-experiment.ts'
import type { FoundExperiment } from './experiment-row.ts'

export type ExperimentEvent = 'ab_test.started' | 'ab_test.paused' | 'ab_test.completed'

export async function announceExperiment(
  tx: Tx,
  type: ExperimentEvent,
  test: FoundExperiment,
  site: Site,
): Promise<void> {
  await announce(tx, test.account_id, type, { ...describeExperiment(test, site), short_url_id: test.link_id })
}
