import { AppWindow, Eye, PencilLine } from 'lucide-react'
import { scopeMeanings } from '#schemas/scopes.ts'
import type { ConnectedApp } from '../api/apps.ts'
import { bareUrl } from '../format/urls.ts'
import { Button } from '../parts/button.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'

/** A connected app. Its name is untrusted: it is shown as text and isolated from the surrounding text direction. */
export function AppRow({ app, onRevoke }: { app: ConnectedApp; onRevoke: () => void }) {
  const { client_name, client_uri, scopes, connected_at, last_used_at } = app
  return (
    <div className="flex items-start gap-3 px-4 py-4 sm:gap-4 sm:px-5">
      <span className="hidden size-9 shrink-0 items-center justify-center rounded-md bg-sunken text-dim sm:flex">
        <AppWindow aria-hidden size={18} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={client_name}>
          <bdi>{client_name}</bdi>
        </p>
        <p className="flex flex-wrap gap-x-1.5 text-[13px] text-dim">
          {client_uri !== null && <span className="break-all">{bareUrl(client_uri)}</span>}
          <span className="whitespace-nowrap">
            {client_uri !== null && <Dot />}Connected <RelativeTime at={connected_at} />
          </span>
          <span className="whitespace-nowrap">
            <Dot />
            {last_used_at === null ? (
              'Never used'
            ) : (
              <>
                Used <RelativeTime at={last_used_at} />
              </>
            )}
          </span>
        </p>
        <ul className="mt-2.5 flex flex-col gap-1 text-[13px]" aria-label="Permissions">
          {scopes.map((scope) => {
            const Icon = scope.endsWith(':read') ? Eye : PencilLine
            return (
              <li key={scope} className="flex items-start gap-2">
                <Icon aria-hidden size={14} className="mt-0.5 shrink-0 text-dim" />
                {scopeMeanings[scope]}
              </li>
            )
          })}
        </ul>
      </div>
      <Button onClick={onRevoke}>
        Revoke<span className="sr-only"> {client_name}</span>
      </Button>
    </div>
  )
}

const Dot = () => (
  <span aria-hidden className="mr-1.5">
    ·
  </span>
)
