import { useNavigate } from '@tanstack/react-router'
import { CornerDownRight, ExternalLink, Lock, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ShortUrl } from '#schemas/links.ts'
import { linkStates } from '../api/link-status.ts'
import { bareUrl } from '../format/urls.ts'
import { Button, buttonStyle } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { StatePill } from '../parts/pill.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { useTitle } from '../parts/use-title.ts'
import { useDeleteLater } from './delete-later.ts'

const EditDialog = lazyPart(() => import('./edit-dialog.tsx'), 'EditDialog')

/** Which link this is, and what can be done with it. */
export function LinkHead({ link }: { link: ShortUrl | undefined }) {
  const navigate = useNavigate()
  const deleteLater = useDeleteLater()
  const [isEditing, setIsEditing] = useState(false)
  useTitle(link?.short_code)
  if (link === undefined) return <div aria-hidden className="skeleton mb-5 h-24" />
  return (
    <div className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-80">
        <div className="flex items-center gap-2">
          <h1 className="min-w-0 truncate text-xl font-semibold tracking-tight">{bareUrl(link.short_url)}</h1>
          <StatePill states={linkStates} state={link.status} />
          {link.is_password_protected && <Lock aria-label="Asks for a password" size={14} className="text-dim" />}
        </div>
        {link.name !== null && <p className="mt-0.5">{link.name}</p>}
        <p className="mt-1 flex items-center gap-1.5 text-dim">
          <CornerDownRight aria-hidden size={14} className="shrink-0" />
          <a
            href={link.original_url}
            target="_blank"
            rel="noreferrer"
            className="truncate rounded hover:text-text hover:underline"
          >
            {bareUrl(link.original_url)}
          </a>
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-[13px] text-dim">
          <span>
            Created <RelativeTime at={link.created_at} />
          </span>
          {link.expires_at !== null && (
            <span>
              · Expires <RelativeTime at={link.expires_at} />
            </span>
          )}
          {link.tags.map((tag) => (
            <span key={tag} className="rounded bg-sunken px-1.5 py-0.5 text-xs">
              {tag}
            </span>
          ))}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <CopyButton words text={link.short_url} label="Copy" />
        <a href={link.short_url} target="_blank" rel="noreferrer" className={buttonStyle()}>
          <ExternalLink aria-hidden size={15} /> Open
        </a>
        <Button Icon={Pencil} onClick={() => setIsEditing(true)}>
          Edit
        </Button>
        <Button
          Icon={Trash2}
          onClick={() => {
            deleteLater([link])
            void navigate({ to: '/links' })
          }}
        >
          Delete
        </Button>
      </div>
      {isEditing && <EditDialog link={link} onClose={() => setIsEditing(false)} />}
    </div>
  )
}
