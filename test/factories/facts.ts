import { type FactRow, insertFacts } from '#model/publish/insert-facts.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { noId } from '#schemas/clicks.ts'

type GivenFacts = Partial<FactRow> & Pick<FactRow, 'account_id' | 'link_id' | 'rev'>

/**
 * Inserts facts of links directly into the click store: standard links without campaign or tags, except for
 * the given fields.
 */
export async function storeFacts(ch: ClickHouse, facts: readonly GivenFacts[]): Promise<void> {
  const rows = facts.map(
    (given): FactRow => ({ campaign_id: noId, tags: [], url_type: 'standard', domain_id: noId, ...given }),
  )
  await insertFacts(ch, rows, { token: uuidv7(), signal: AbortSignal.timeout(30_000) })
}
