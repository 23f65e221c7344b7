import type { AuditEntry } from '../api/audit.ts'
import { labelOf, withoutApiTerms } from '../api/failure.ts'
import { RelativeTime } from '../parts/relative-time.tsx'
import { actorIcons } from './actor-icons.ts'

export function AuditRow({ entry }: { entry: AuditEntry }) {
  const { actor, summary, at, fields, object_ids, network, before, after } = entry
  const Icon = actorIcons[actor.type]
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64 max-sm:basis-full">
        <p className="font-medium">{withoutApiTerms(summary)}</p>
        <p className="flex min-w-0 items-center gap-1.5 text-[13px] text-dim">
          <Icon aria-hidden size={13} className="shrink-0" />
          <span className="truncate">{actor.name}</span>
        </p>
        {(before ?? after) !== null && (
          <p className="text-[13px]">
            {describe(before)} → {describe(after)}
          </p>
        )}
        {fields.length > 0 && (
          <p className="text-[13px] break-words text-dim">Fields: {fields.map(labelOf).join(', ')}</p>
        )}
        {object_ids.length > 0 && (
          <p className="truncate font-mono text-xs text-dim" title={object_ids.join(' ')}>
            {object_ids.join(' ')}
          </p>
        )}
      </div>
      <p className="w-44 text-[13px] text-dim max-sm:w-auto">
        <RelativeTime at={at} />
        <span className="block">{network === null ? 'On the server' : `From ${network}`}</span>
      </p>
    </div>
  )
}

const describe = (setting: AuditEntry['before']): string =>
  setting === null ? 'none' : Object.values(setting).map(String).join(', ')
