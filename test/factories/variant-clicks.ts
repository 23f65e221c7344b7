import type { ClickHouse } from '#runtime/clickhouse.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { TestAccount } from './account.ts'
import { storeClicks } from './clicks.ts'
import type { MadeExperiment } from './experiments.ts'

interface Given {
  /** Number of clicks of each variant, in order. */
  clicks: readonly number[]
  at?: string
  traffic?: 'human' | 'unknown' | 'bot'
  /** Number of visitors of each variant; by default each click has another visitor. */
  visitors?: number
}

/** Stores clicks of a test, and returns the click ids of each variant. */
export async function storeVariantClicks(
  ch: ClickHouse,
  account: TestAccount,
  test: Pick<MadeExperiment, 'id' | 'link_id' | 'variant_ids'>,
  { clicks, at = new Date().toISOString(), traffic = 'human', visitors = Number.POSITIVE_INFINITY }: Given,
): Promise<string[][]> {
  const ids = clicks.map((count) => Array.from({ length: count }, () => uuidv7()))
  const rows = ids.flatMap((ofVariant, place) =>
    ofVariant.map((click_id, index) => ({
      ...{ account_id: account.id, link_id: test.link_id, test_id: test.id },
      ...{ click_id, at, traffic, variant_id: test.variant_ids[place] ?? '' },
      visitor_id: String(1 + place * 1_000_000 + (index % visitors)),
    })),
  )
  await storeClicks(ch, rows)
  return ids
}
