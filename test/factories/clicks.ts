import { insertClicks } from '#model/clicks/batches/insert-clicks.ts'
import type { ClickHouse } from '#runtime/clickhouse.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { type ClickRow, emptyRow } from '#schemas/clicks.ts'

type GivenClick = Partial<Omit<ClickRow, 'clicked_at'>> & Pick<ClickRow, 'account_id'> & { at: string }

/** Inserts clicks directly into the click store: human, with empty texts, except for the given fields. */
export async function storeClicks(ch: ClickHouse, clicks: readonly GivenClick[]): Promise<void> {
  const rows = clicks.map(plainClick)
  await insertClicks(ch, rows, { token: uuidv7(), signal: AbortSignal.timeout(30_000) })
}

export function plainClick({ at, ...given }: GivenClick): ClickRow {
  return {
    ...emptyRow,
    clicked_at: Date.parse(at),
    click_id: uuidv7(),
    visitor_id: '1',
    traffic: 'human',
    device_type: 'desktop',
    ...given,
  }
}
