import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { ApiKey } from '../api/keys.ts'
import { capitalized } from '../format/names.ts'
import { Button } from '../parts/button.tsx'
import { Pill } from '../parts/pill.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'

interface KeyRowProps {
  apiKey: ApiKey
  /** The name of the key that created it, or the email of the user; null if unknown. */
  maker: string | null
  onRevoke: () => void
}

/** An API key. If it expires while the page is open, the next visit shows it. */
export function KeyRow({ apiKey, maker, onRevoke }: KeyRowProps) {
  const { name, prefix, permissions, expires_at, last_used_at, created_at, created_by } = apiKey
  const [now] = useState(() => Date.now())
  const isExpired = expires_at !== null && Date.parse(expires_at) <= now
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <KeyRound aria-hidden size={16} className="hidden shrink-0 text-dim sm:block" />
      <div className="min-w-0 flex-1 basis-52 max-sm:basis-full">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate font-mono text-xs text-dim">{prefix}…</p>
        {maker !== null && <p className="truncate text-[13px] text-dim">Created by {maker}</p>}
        {created_by?.is_member === false && <Pill look="warn">Creator left</Pill>}
      </div>
      <ul className="flex flex-wrap gap-1 max-sm:basis-full" aria-label="Permissions">
        {permissions.map((permission) => (
          <li key={permission} className="rounded bg-sunken px-1.5 py-0.5 text-xs text-dim">
            {capitalized(permission)}
          </li>
        ))}
      </ul>
      <p className="w-44 text-[13px] text-dim max-sm:flex-1">
        {last_used_at === null ? (
          'Never used'
        ) : (
          <>
            Last used <RelativeTime at={last_used_at} />
          </>
        )}
        <span className="block">
          {expires_at === null ? (
            <>
              Created <RelativeTime at={created_at} />
            </>
          ) : (
            <span className={isExpired ? 'text-warn' : ''}>
              {isExpired ? 'Expired' : 'Expires'} <RelativeTime at={expires_at} />
            </span>
          )}
        </span>
      </p>
      <Button onClick={onRevoke}>
        Revoke<span className="sr-only"> {name}</span>
      </Button>
    </div>
  )
}
