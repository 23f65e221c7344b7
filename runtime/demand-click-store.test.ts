import { describe, expect, it } from 'vitest'
import { type ClickStoreFacts, findProblem } from './demand-click-store.ts'

const single: ClickStoreFacts = {
  version: '26.3.1.10',
  engine: 'MergeTree',
  rowsEngine: 'MergeTree',
  definition: 'MergeTree ORDER BY account_id SETTINGS non_replicated_deduplication_window = 10000',
}
const clustered: ClickStoreFacts = {
  version: '27.1.1.1',
  engine: 'Distributed',
  rowsEngine: 'ReplicatedMergeTree',
  definition: "ReplicatedMergeTree('/path', 'one') SETTINGS replicated_deduplication_window = 10000",
}

describe('a click store is accepted', () => {
  it.each([
    ['one server', single, undefined],
    ['a cluster', clustered, 'main'],
    ['ClickHouse Cloud', { ...single, engine: 'SharedMergeTree', rowsEngine: 'SharedMergeTree' }, undefined],
    ['copies with a larger window', { ...clustered, definition: 'replicated_deduplication_window = 100000' }, 'main'],
  ])('%s', (_name, facts, cluster) => {
    expect(findProblem(facts, cluster)).toBeNull()
  })
})

describe('a click store is refused', () => {
  it.each([
    ['an old version', { ...single, version: '25.12.9.1' }, undefined, 'use 26.1 or newer'],
    ['a cluster without its name', clustered, undefined, 'set CLICKHOUSE_CLUSTER'],
    ['the name of a cluster for one server', single, 'main', 'restore into a new database'],
    ['rows without copies', { ...clustered, rowsEngine: 'MergeTree' }, 'main', 'engine "MergeTree"'],
    ['an engine that ignores tokens', { ...single, engine: 'Memory' }, undefined, 'engine "Memory"'],
    [
      'copies without a cluster',
      { ...clustered, engine: 'ReplicatedMergeTree' },
      undefined,
      'engine "ReplicatedMergeTree"',
    ],
    ['no tables', { ...single, engine: '' }, undefined, 'engine ""'],
    ['one server that forgets', { ...single, definition: 'MergeTree' }, undefined, 'after 0 inserts'],
    [
      'one server with only the window of copies',
      { ...single, definition: 'MergeTree SETTINGS replicated_deduplication_window = 10000' },
      undefined,
      'set non_replicated_deduplication_window',
    ],
    [
      'a cluster that forgets',
      { ...clustered, definition: 'replicated_deduplication_window = 100' },
      'main',
      '100 inserts',
    ],
  ])('%s', (_name, facts, cluster, problem) => {
    expect(findProblem(facts, cluster)).toContain(problem)
  })
})
