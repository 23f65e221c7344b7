import type { ReactNode } from 'react'
import type { SystemState } from '#schemas/system.ts'
import { count } from '../format/numbers.ts'
import { timeSpan } from '../format/sizes.ts'
import { RelativeTime } from '../parts/relative-time.tsx'

/** Metrics of the click pipeline, from the spool of a redirector to ClickHouse. Values have a unit or are words. */
export function SystemTiles({ state }: { state: SystemState | undefined }) {
  const processes = state?.processes ?? []
  const spools = processes.flatMap(({ spool_segments }) => (spool_segments === null ? [] : [spool_segments]))
  const waiting = state?.queues?.reduce((sum, queue) => sum + queue.waiting + queue.delayed, 0)
  const active = state?.queues?.reduce((sum, queue) => sum + queue.active, 0)
  const { lag_ms = null, worst_lag_ms = null, last_stored_at = null } = state?.ingest ?? {}
  const running = processes.filter(({ is_silent }) => !is_silent).length
  const tiles: { label: string; value: string; note: ReactNode }[] = [
    {
      label: 'Ingest delay',
      value: lag_ms === null ? 'Idle' : timeSpan(lag_ms),
      note:
        worst_lag_ms !== null ? (
          `Worst: ${timeSpan(worst_lag_ms)}`
        ) : last_stored_at === null ? (
          'No clicks yet'
        ) : (
          <>
            Last click <RelativeTime at={last_stored_at} />
          </>
        ),
    },
    {
      label: 'Spooled on disk',
      value: spools.length === 0 ? 'Unknown' : count(spools.reduce((sum, one) => sum + one, 0)),
      note: 'Click segments',
    },
    {
      label: 'Jobs waiting',
      value: waiting === undefined ? 'Unknown' : count(waiting),
      note: active === undefined ? '' : `${count(active)} active`,
    },
    {
      label: 'Processes',
      value: state?.processes ? count(running) : 'Unknown',
      note: running === processes.length ? 'All healthy' : `${count(processes.length - running)} not responding`,
    },
  ]
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-5 xl:grid-cols-4">
      {tiles.map(({ label, value, note }) => (
        <div key={label} className="card min-w-0 p-4">
          <dt className="text-[13px] text-dim">{label}</dt>
          <dd className="mt-1 truncate text-[22px] leading-8 font-semibold tracking-tight tabular-nums">
            {state === undefined ? <span className="skeleton block h-8 w-20" /> : value}
          </dd>
          <dd className="mt-1 h-5 truncate text-[13px] text-dim">{state !== undefined && note}</dd>
        </div>
      ))}
    </dl>
  )
}
