import { useNavigate } from '@tanstack/react-router'
import { ArchiveRestore, Ellipsis, ExternalLink, Pencil, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { ShortUrl } from '#schemas/links.ts'
import { linkStates } from '../api/link-status.ts'
import { bareUrl } from '../format/urls.ts'
import { Button, buttonStyle } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { lazyMenu } from '../parts/lazy-menu.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { StatePill } from '../parts/pill.tsx'
import { QuarantineNotice } from '../parts/quarantine-notice.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { FactLine, ThingHead, ThingHeadSkeleton } from '../parts/thing-head.tsx'
import { useClock } from '../parts/use-clock.ts'
import { describeHealth } from './health-text.ts'
import { LinkUse } from './link-use.tsx'
import { useTrash } from './trash.ts'

const DeleteForever = lazyPart(() => import('./delete-forever.tsx'), 'DeleteForever')
const EditDialog = lazyPart(() => import('./edit-dialog.tsx'), 'EditDialog')
const LinkMenu = lazyMenu(() => import('./link-menu.tsx'), 'LinkMenu')

export function LinkHead({ link }: { link: ShortUrl | undefined }) {
  const navigate = useNavigate()
  const { restore } = useTrash()
  const [isEditing, setIsEditing] = useState(false)
  const [isDeleting, setIsDeleting] = useState(false)
  if (link === undefined) return <ThingHeadSkeleton title="Link" height="h-32" />
  return (
    <ThingHead
      title={bareUrl(link.short_url)}
      state={
        <>
          <LinkUse link={link} />
          <StatePill states={linkStates} state={link.status} />
        </>
      }
      isLocked={link.is_password_protected}
      actions={
        <div className="flex flex-wrap gap-2">
          <CopyButton words text={link.short_url} label="Copy" />
          <a href={link.short_url} target="_blank" rel="noreferrer" className={buttonStyle()}>
            <ExternalLink aria-hidden size={15} /> Open
          </a>
          {link.trashed_at === null ? (
            <Button Icon={Pencil} onClick={() => setIsEditing(true)}>
              Edit
            </Button>
          ) : (
            <Button Icon={ArchiveRestore} onClick={() => restore([link])}>
              Restore
            </Button>
          )}
          <LinkMenu
            link={link}
            onDeleteForever={() => setIsDeleting(true)}
            trigger={
              <Button title="More actions" className="px-2.5 pointer-coarse:px-3.5">
                <Ellipsis aria-hidden size={15} />
                <span className="sr-only">More actions</span>
              </Button>
            }
          />
        </div>
      }
    >
      {link.name !== null && <p className="mt-0.5">{link.name}</p>}
      <FactLine tags={[]}>
        <span>
          Created <RelativeTime at={link.created_at} />
        </span>
        {link.last_clicked_at !== undefined && (
          <span>
            · Last click <RelativeTime at={link.last_clicked_at} />
          </span>
        )}
      </FactLine>
      {link.quarantine_reason !== null && (
        <QuarantineNotice title="This link is quarantined" what="it" reason={link.quarantine_reason}>
          Visitors see a page that says so.
        </QuarantineNotice>
      )}
      <DestinationNotice link={link} />
      {isDeleting && (
        <DeleteForever
          links={[link]}
          onDeleted={async (_ids, isStillHere) => {
            if (isStillHere()) await navigate({ to: '/links', search: { status: 'trashed' } })
          }}
          onClose={() => setIsDeleting(false)}
        />
      )}
      {isEditing && <EditDialog link={link} onClose={() => setIsEditing(false)} />}
    </ThingHead>
  )
}

const usesFallback = ({ destination_health, use_fallback_when_dead, fallback_url }: ShortUrl): boolean =>
  destination_health?.state === 'dead' && use_fallback_when_dead && fallback_url !== null

const hourMs = 3_600_000
const hoursSince1970 = () => Math.floor(Date.now() / hourMs)

function DestinationNotice({ link }: { link: ShortUrl }) {
  const hours = useClock(hoursSince1970)
  const notice = describeHealth(link.destination_health, hours * hourMs)
  if (notice === null) return null
  const isBroken = link.destination_health?.problem !== null
  return (
    <p className={`mt-2 flex items-center gap-1.5 ${isBroken ? 'text-bad' : 'text-warn'}`}>
      <TriangleAlert aria-hidden size={15} className="shrink-0" />
      {notice}
      {usesFallback(link) && ' Visitors go to the fallback URL.'}
    </p>
  )
}
