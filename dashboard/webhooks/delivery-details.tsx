import type { ReactNode } from 'react'
import type { Delivery } from '../api/webhooks.ts'
import { fullMoment } from '../format/days.ts'
import { CopyBlock } from '../parts/copy-block.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { pretty } from './health.ts'

export function DeliveryDetails({ delivery }: { delivery: Delivery }) {
  const { event_id, request, response, error, attempted_at, next_attempt_at, duration_ms } = delivery
  const headers = Object.entries(request.headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
  return (
    <div className="grid gap-5 bg-sunken/40 p-4 sm:px-5 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-3">
        <h3 className="font-semibold">Request</h3>
        <Line name="Event">
          <code className="truncate font-mono text-[13px]">{event_id}</code>
          <CopyButton text={event_id} label="Copy event ID" />
        </Line>
        <Line name="URL">
          <span className="truncate">{request.url}</span>
        </Line>
        <CopyBlock title="Headers" text={headers} label="Copy headers" />
        <CopyBlock title="Body" isTall text={pretty(request.body)} label="Copy request body" />
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        <h3 className="font-semibold">Response</h3>
        <Line name="Attempted">
          <span>
            {attempted_at === null ? 'Not attempted yet' : fullMoment(new Date(attempted_at))}
            {duration_ms !== null && <span className="text-dim">, took {duration_ms} ms</span>}
          </span>
        </Line>
        {next_attempt_at !== null && <Line name="Next retry">{fullMoment(new Date(next_attempt_at))}</Line>}
        <Line name="Status">{response !== null ? response.status : attempted_at === null ? '–' : 'No response'}</Line>
        {error !== null && <p className="rounded-md bg-bad-tint px-3 py-2 text-[13px] text-bad">{error}</p>}
        {response !== null && response.body !== '' && (
          <CopyBlock title="Body" isTall text={pretty(response.body)} label="Copy response body" />
        )}
      </div>
    </div>
  )
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-w-0 items-center gap-2">
    <span className="w-24 shrink-0 text-dim">{name}</span>
    <span className="flex min-w-0 items-center gap-1">{children}</span>
  </div>
)
