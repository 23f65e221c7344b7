import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { FlaskConical, History, Link2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { QrCode } from '#schemas/qr-codes.ts'
import { linkQuery } from '../api/links.ts'
import { codesKey } from '../api/refresh.ts'
import { bareUrl } from '../format/urls.ts'
import { Button, buttonStyle } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { StatePill } from '../parts/pill.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { FactLine, ThingHead, ThingHeadSkeleton } from '../parts/thing-head.tsx'
import { codeStates, kindNames } from './code-search.ts'
import { contentOf, kindIcons, summarize, untitled } from './kinds.ts'
import { useDeleteCode } from './use-delete-code.ts'

const ObjectHistory = lazyPart(() => import('../history/object-history.tsx'), 'ObjectHistory')

export function CodeHead({ code }: { code: QrCode | undefined }) {
  if (code === undefined) return <ThingHeadSkeleton title="QR code" height="h-44" />
  const Icon = kindIcons[code.content_type]
  return (
    <ThingHead
      title={code.name ?? untitled}
      state={<StatePill states={codeStates} state={code.status} />}
      isLocked={code.is_password_protected}
      actions={<Actions code={code} />}
    >
      <p className="mt-1 flex items-center gap-1.5 text-dim">
        <Icon aria-hidden size={14} className="shrink-0" />
        <span className="sr-only">{kindNames[code.content_type]}: </span>
        <span className="truncate">{summarize(contentOf(code))}</span>
      </p>
      <FactLine tags={code.tags}>
        <span>{code.is_dynamic ? 'Dynamic' : 'Static'}</span>
        <span>
          · Created <RelativeTime at={code.created_at} />
        </span>
        {code.expires_at !== null && (
          <span>
            · Expires <RelativeTime at={code.expires_at} />
          </span>
        )}
      </FactLine>
    </ThingHead>
  )
}

function Actions({ code }: { code: QrCode }) {
  const navigate = useNavigate()
  const deleteLater = useDeleteCode()
  const [showsHistory, setShowsHistory] = useState(false)
  return (
    <div className="flex flex-wrap gap-2">
      {code.short_url !== null && <CopyButton words text={code.short_url} label={`Copy ${bareUrl(code.short_url)}`} />}
      {code.short_url_id !== undefined && (
        <>
          <Link to="/links/$id" params={{ id: code.short_url_id }} className={buttonStyle()}>
            <Link2 aria-hidden size={15} /> Short link
          </Link>
          <ExperimentLink linkId={code.short_url_id} />
        </>
      )}
      <Button Icon={History} onClick={() => setShowsHistory(true)}>
        History
      </Button>
      {showsHistory && (
        <ObjectHistory
          subject={{ path: `/qr-codes/${code.id}`, queryKey: codesKey }}
          noun="QR code"
          isOpen
          onClose={() => setShowsHistory(false)}
        />
      )}
      <Button
        Icon={Trash2}
        onClick={() => {
          deleteLater(code)
          void navigate({ to: '/qr-codes' })
        }}
      >
        Delete
      </Button>
    </div>
  )
}

/** The A/B test that decides the destination, if there is one. */
function ExperimentLink({ linkId }: { linkId: string }) {
  const { data: link } = useQuery(linkQuery(linkId))
  if (!link?.ab_test_id) return null
  return (
    <Link to="/ab-tests/$id" params={{ id: link.ab_test_id }} search={{ of: 'qr' }} className={buttonStyle()}>
      <FlaskConical aria-hidden size={15} /> A/B test
    </Link>
  )
}
