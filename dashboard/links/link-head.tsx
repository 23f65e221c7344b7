import { useNavigate } from '@tanstack/react-router'
import { CornerDownRight, ExternalLink, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ShortUrl } from '#schemas/links.ts'
import { linkStates } from '../api/link-status.ts'
import { bareUrl } from '../format/urls.ts'
import { Button, buttonStyle } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { StatePill } from '../parts/pill.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { FactLine, ThingHead } from '../parts/thing-head.tsx'
import { useDeleteLater } from './delete-later.ts'

const EditDialog = lazyPart(() => import('./edit-dialog.tsx'), 'EditDialog')

export function LinkHead({ link }: { link: ShortUrl | undefined }) {
  const navigate = useNavigate()
  const deleteLater = useDeleteLater()
  const [isEditing, setIsEditing] = useState(false)
  if (link === undefined) return <div aria-hidden className="skeleton mb-5 h-24" />
  return (
    <ThingHead
      title={bareUrl(link.short_url)}
      state={<StatePill states={linkStates} state={link.status} />}
      isLocked={link.is_password_protected}
      actions={
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
      }
    >
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
      <FactLine tags={link.tags}>
        <span>
          Created <RelativeTime at={link.created_at} />
        </span>
        {link.expires_at !== null && (
          <span>
            · Expires <RelativeTime at={link.expires_at} />
          </span>
        )}
      </FactLine>
      {isEditing && <EditDialog link={link} onClose={() => setIsEditing(false)} />}
    </ThingHead>
  )
}
