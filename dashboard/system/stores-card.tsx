import type { SystemState } from '#schemas/system.ts'
import { fileSize, timeSpan } from '../format/sizes.ts'
import { Card } from '../parts/card.tsx'
import { ListSkeleton } from '../parts/loaded.tsx'
import { Working } from './working.tsx'

const names = { postgres: 'PostgreSQL', redis: 'Redis', clickhouse: 'ClickHouse' } as const
const holds = { postgres: 'Accounts, links, keys', redis: 'Queues and cache', clickhouse: 'Clicks' } as const

export const StoresCard = ({ stores }: { stores: SystemState['stores'] | undefined }) => (
  <Card title="Stores">
    {stores === undefined ? (
      <ListSkeleton rows={3} />
    ) : (
      <ul className="flex flex-col divide-y divide-line">
        {stores.map(({ name, ok, ms, version, size_bytes, error }) => (
          <li key={name} className="flex min-h-14 items-center gap-3 py-2">
            <Working isWorking={ok} />
            <div className="min-w-0 flex-1">
              <p className="font-medium">
                {names[name]} <span className="font-normal text-dim">{version}</span>
              </p>
              <p className="text-[13px] break-words text-dim">{error ?? holds[name]}</p>
            </div>
            <div className="shrink-0 text-right tabular-nums">
              <p>{size_bytes === null ? '' : fileSize(size_bytes)}</p>
              <p className="text-[13px] text-dim">{ok ? `Responds in ${timeSpan(ms)}` : ''}</p>
            </div>
          </li>
        ))}
      </ul>
    )}
  </Card>
)
