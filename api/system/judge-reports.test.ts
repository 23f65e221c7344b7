import { expect, it } from 'vitest'
import { judgeBatches } from '#model/installation/read-ingest.ts'
import { judgeReports } from '#model/installation/read-processes.ts'
import type { ProcessReport } from '#schemas/process-report.ts'
import { newBatchId } from '../../test/factories/click-batch.ts'

const now = Date.parse('2026-01-01T12:00:00Z')
const ago = (ms: number) => new Date(now - ms)

const report = (pid: number, silentMs: number, more: Partial<ProcessReport> = {}): ProcessReport => ({
  name: 'redirector',
  host: 'box',
  pid,
  instance: 0,
  version: '1.0.0',
  node: '20',
  started_at: ago(silentMs + 1_000).toISOString(),
  reported_at: ago(silentMs).toISOString(),
  memory_bytes: 1,
  spool_segments: 0,
  parked_batches: null,
  drops: {},
  ...more,
})
const pidsOf = (reports: ProcessReport[]) => judgeReports(reports, now).map(({ pid, is_silent }) => [pid, is_silent])

it('marks a process silent after 20 s without a report and drops it after ten minutes', () => {
  expect(pidsOf([report(1, 5_000), report(2, 21_000, { instance: 1 }), report(3, 601_000, { instance: 2 })])).toEqual([
    [1, false],
    [2, true],
  ])
})

it('drops a process that was restarted on the same host', () => {
  const reports = [
    report(1, 30_000),
    report(2, 1_000),
    report(3, 30_000, { host: 'other' }),
    report(4, 30_000, { name: 'api' }),
  ]
  expect(pidsOf(reports)).toEqual([
    [4, true],
    [2, false],
    [3, true],
  ])
})

it('measures ingest delay from the time in the batch id: median and maximum of the last minutes', () => {
  const batch = (lagMs: number, storedMsAgo: number) => ({
    batch_id: newBatchId(now - storedMsAgo - lagMs),
    claimed_at: ago(storedMsAgo),
    stored_at: ago(storedMsAgo),
  })
  const unfinished = (msAgo: number) => ({ batch_id: newBatchId(now), claimed_at: ago(msAgo), stored_at: null })
  const batches = [batch(200, 1_000), batch(900, 2_000), batch(300, 3_000), batch(60_000, 3_600_000)]
  expect(judgeBatches([...batches, unfinished(1_000), unfinished(20_000)], now)).toEqual({
    lag_ms: 300,
    worst_lag_ms: 900,
    unfinished: 1,
    last_stored_at: ago(1_000).toISOString(),
  })
  expect(judgeBatches([], now)).toEqual({ lag_ms: null, worst_lag_ms: null, unfinished: 0, last_stored_at: null })
})
