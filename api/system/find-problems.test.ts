import { expect, it } from 'vitest'
import { type ProcessName, processNames } from '#schemas/process-report.ts'
import type { SystemState } from '#schemas/system.ts'
import { findProblems } from './find-problems.ts'

type InstallationState = Parameters<typeof findProblems>[0]

const process = (name: ProcessName, more: Partial<NonNullable<InstallationState['processes']>[number]> = {}) => ({
  name,
  host: 'box',
  pid: 1,
  instance: 0,
  version: '1.0.0',
  node: '20',
  started_at: '2026-01-01T00:00:00Z',
  reported_at: '2026-01-01T00:00:00Z',
  memory_bytes: 1,
  spool_segments: null,
  parked_batches: null,
  drops: {},
  is_silent: false,
  ...more,
})
const store = (name: SystemState['stores'][number]['name'], error: string | null = null) => ({
  name,
  ok: error === null,
  ms: 1,
  version: '1',
  size_bytes: 1,
  error,
})
const well: InstallationState = {
  stores: [store('postgres'), store('redis'), store('clickhouse')],
  processes: processNames.map((name) => process(name)),
  queues: [{ name: 'clicks', waiting: 3, active: 1, delayed: 0, failed: 0 }],
  ingest: { lag_ms: 300, worst_lag_ms: 900, unfinished: 0, last_stored_at: null },
  blocklist: { hosts: 2, changed_at: '2026-01-01T00:00:00Z', problem: null },
}
const others = (name: ProcessName) => processNames.filter((one) => one !== name).map((one) => process(one))
const sentences = (told: Partial<InstallationState>) => findProblems({ ...well, ...told }).map(({ what }) => what)

it('finds no problems in a healthy installation', () => {
  expect(findProblems(well)).toEqual([])
})

it.each<[string, Partial<InstallationState>, string]>([
  ['a store that is away', { stores: [store('clickhouse', 'refused')] }, 'ClickHouse is not responding (refused).'],
  ['a kind of process that is missing', { processes: others('workers') }, 'No worker is running.'],
  [
    'a silent process while others of its kind run',
    { processes: [...(well.processes ?? []), process('redirector', { pid: 7, is_silent: true })] },
    'Process 7 (redirector on box) has stopped reporting.',
  ],
  [
    'several versions',
    { processes: [...(well.processes ?? []), process('api', { version: '1.1.0' })] },
    'Different versions are running: 1.0.0, 1.1.0.',
  ],
  [
    'lost clicks',
    { processes: [...others('redirector'), process('redirector', { drops: { 'spool-full': 5 } })] },
    '5 clicks were lost because the disk was full.',
  ],
  [
    'unreadable batches, which every worker reports',
    {
      processes: [
        ...(well.processes ?? []),
        process('workers', { parked_batches: 2 }),
        process('workers', { parked_batches: 2 }),
      ],
    },
    'Unreadable click batches: 2.',
  ],
  [
    'a backlog on disk',
    { processes: [...others('redirector'), process('redirector', { spool_segments: 900 })] },
    '900 click segments are waiting on the disk of a redirector.',
  ],
  ['late clicks', { ingest: { ...well.ingest, lag_ms: 42_000 } }, 'Clicks appear 42 seconds late.'],
  ['unfinished batches', { ingest: { ...well.ingest, unfinished: 4 } }, 'Click batches started but not yet stored: 4.'],
  [
    'a long queue',
    { queues: [{ name: 'webhooks', waiting: 201, active: 0, delayed: 0, failed: 0 }] },
    '201 jobs are waiting in the queue webhooks.',
  ],
])('reports %s', (_, told, sentence) => {
  expect(sentences(told)).toEqual([sentence])
})

it('advises more workers for each kind of installation', () => {
  const advice = findProblems({ ...well, ingest: { ...well.ingest, lag_ms: 42_000 } }).map((problem) => problem.advice)
  expect(advice).toEqual([expect.stringMatching(/WORKER_PROCESSES.*workers\.replicas/)])
})

it('reports only a missing kind of process, not each of its silent processes', () => {
  const processes = [...others('workers'), process('workers', { is_silent: true })]
  expect(sentences({ processes })).toEqual(['No worker is running.'])
})

it('lists the worst problem first and reports no processes while Redis is down', () => {
  const told = {
    ingest: { ...well.ingest, unfinished: 1 },
    stores: [store('redis', 'gone')],
    processes: null,
    queues: null,
  }
  expect(findProblems({ ...well, ...told }).map(({ severity }) => severity)).toEqual(['bad', 'warn'])
})

it('reports a blocklist that could not be read, and whether an earlier one is in use', () => {
  expect(sentences({ blocklist: null })).toEqual([])
  const problem = 'the response has status 500'
  const found = (changed_at: string | null) => findProblems({ ...well, blocklist: { hosts: 2, changed_at, problem } })
  expect(found('2026-01-01T00:00:00Z')).toMatchObject([
    {
      severity: 'warn',
      what: 'The blocklist could not be read (the response has status 500).',
      advice: 'The previous list is in use. Check BLOCKLIST.',
    },
  ])
  expect(found(null)).toMatchObject([{ advice: 'No host is blocked. Check BLOCKLIST.' }])
})
