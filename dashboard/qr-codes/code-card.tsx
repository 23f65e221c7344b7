import { Link } from '@tanstack/react-router'
import { Download, Trash2 } from 'lucide-react'
import type { QrCode } from '#schemas/qr-codes.ts'
import { compact, plural, quantity } from '../format/numbers.ts'
import { IconButton } from '../parts/button.tsx'
import { StatePill } from '../parts/pill.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { codeStates, kindNames } from './code-search.ts'
import { contentOf, kindIcons, summarize, untitled } from './kinds.ts'
import { Thumbnail } from './thumbnail.tsx'
import { useDeleteCode } from './use-delete-code.ts'

export function CodeCard({ code, onDownload }: { code: QrCode; onDownload: () => void }) {
  const deleteLater = useDeleteCode()
  const Icon = kindIcons[code.content_type]
  const name = code.name ?? untitled
  return (
    <article className="card group relative flex h-full flex-col overflow-hidden [contain-intrinsic-size:auto_340px] [content-visibility:auto] hover:border-field">
      <Thumbnail code={code} alt="" className="aspect-square w-full border-b border-line p-4" />
      <div className="flex flex-1 flex-col gap-1 px-2.5 pt-2.5 pb-1.5 sm:px-3 sm:pb-2">
        <div className="flex items-center justify-between gap-2">
          <h2 className="min-w-0 truncate font-medium">
            <Link
              to="/qr-codes/$id"
              params={{ id: code.id }}
              title={name}
              className="rounded after:absolute after:inset-0 hover:underline"
            >
              {name}
            </Link>
          </h2>
          {code.status !== 'active' && <StatePill states={codeStates} state={code.status} />}
        </div>
        <p className="flex items-center gap-1.5 text-[13px] text-dim" title={summarize(contentOf(code))}>
          <Icon aria-hidden size={13} className="shrink-0" />
          <span className="sr-only">{kindNames[code.content_type]}: </span>
          <span className="truncate">{summarize(contentOf(code))}</span>
        </p>
        <div className="mt-auto -mr-1.5 flex items-center justify-end pt-1 max-sm:pointer-coarse:flex-wrap">
          <Scans code={code} />
          <IconButton
            Icon={Download}
            title="Download"
            className="relative"
            onClick={onDownload}
            label={`Download ${name}`}
          />
          <IconButton
            Icon={Trash2}
            title="Delete"
            className="relative"
            onClick={() => deleteLater(code)}
            label={`Delete ${name}`}
          />
        </div>
      </div>
    </article>
  )
}

function Scans({ code }: { code: QrCode }) {
  if (!code.tracking_enabled)
    return <p className="min-w-0 flex-1 truncate text-[13px] text-dim max-sm:pointer-coarse:basis-full">Not tracked</p>
  return (
    <p className="min-w-0 flex-1 text-[13px] leading-snug text-dim max-sm:pointer-coarse:basis-full">
      <span title={quantity(code.scan_count, 'scan')} className="block truncate">
        <span className="font-medium text-text tabular-nums">{compact(code.scan_count)}</span>{' '}
        {plural(code.scan_count, 'scan')}
      </span>
      {code.last_scanned_at !== undefined && <RelativeTime at={code.last_scanned_at} />}
    </p>
  )
}
