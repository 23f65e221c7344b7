import type { ClickHouse } from '#runtime/clickhouse.ts'
import { columnOf as native } from '#runtime/native-columns.ts'
import type { Columns } from '#runtime/native-format.ts'
import { type ClickRow, columnNames, columnOf } from '#schemas/click-columns.ts'
import { hasCopies } from './shards.ts'

const storages = {
  uuid: () => native.uuid,
  instant: () => native.instant,
  uint64: () => native.uint64Text,
  enum: (values: readonly string[]) =>
    native.enum8(Object.fromEntries(values.map((value, index) => [value, index + 1]))),
  repeated: () => native.repeatedText,
  text: () => native.text,
}

/** Every column of the table. */
const columns = Object.fromEntries(
  columnNames.map((name) => {
    const { storage, values = [] } = columnOf(name)
    return [name, storages[storage](values)]
  }),
) as Columns<ClickRow>

/** Rows with the same token are stored once, regardless of the number of calls. The signal ends the attempt. */
export async function insertClicks(
  ch: ClickHouse,
  rows: readonly ClickRow[],
  options: { token: string; shard?: number; signal: AbortSignal },
): Promise<void> {
  options.signal.throwIfAborted()
  // A worker without CLICKHOUSE_CLUSTER must not insert into the tables of a cluster.
  await hasCopies(ch)
  await ch.insert('clicks', columns, rows, options)
}
