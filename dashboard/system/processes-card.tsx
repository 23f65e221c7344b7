import type { SystemState } from '#schemas/system.ts'
import { fileSize, timeSpan } from '../format/sizes.ts'
import { Card } from '../parts/card.tsx'
import { ListSkeleton } from '../parts/loaded.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { Working } from './working.tsx'

type Process = NonNullable<SystemState['processes']>[number]

const names = { api: 'API', redirector: 'Redirector', workers: 'Worker' } as const

export const ProcessesCard = ({ state }: { state: SystemState | undefined }) => (
  <Card title="Processes">
    {state === undefined ? (
      <ListSkeleton rows={4} />
    ) : state.processes === null ? (
      <p className="py-6 text-center text-dim">Unavailable, because Redis is not responding.</p>
    ) : (
      <ul className="grid grid-cols-1 gap-x-10 sm:grid-cols-2">
        {state.processes.map((process) => (
          <ProcessRow key={`${process.name} ${process.host} ${process.pid}`} process={process} now={state.at} />
        ))}
      </ul>
    )}
  </Card>
)

const ProcessRow = ({ process, now }: { process: Process; now: string }) => (
  <li className="flex min-h-14 items-center gap-3 border-t border-line py-2 first:border-t-0 sm:[&:nth-child(2)]:border-t-0">
    <Working isWorking={!process.is_silent} />
    <div className="min-w-0 flex-1">
      <p className="font-medium">
        {names[process.name]} <span className="font-normal text-dim">{process.instance}</span>
      </p>
      <p className="truncate text-[13px] text-dim">
        {process.host}, PID {process.pid}
        <span className="max-sm:hidden">, Node {process.node}</span>
      </p>
    </div>
    <div className="shrink-0 text-right tabular-nums">
      {process.is_silent ? (
        <p>
          Last seen <RelativeTime at={process.reported_at} />
        </p>
      ) : (
        <p>Up {timeSpan(Date.parse(now) - Date.parse(process.started_at))}</p>
      )}
      <p className="text-[13px] text-dim">{fileSize(process.memory_bytes)}</p>
    </div>
  </li>
)
