import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, Download, QrCode as Icon, Palette, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import type { ShortUrl } from '#schemas/links.ts'
import type { QrCode } from '#schemas/qr-codes.ts'
import { messageOf } from '../api/failure.ts'
import { codeOfLinkQuery, createCode } from '../api/qr-codes.ts'
import { refreshLinked } from '../api/refresh.ts'
import { bareUrl } from '../format/urls.ts'
import { Button, buttonStyle } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { Thumbnail } from '../qr-codes/thumbnail.tsx'

const DownloadDialog = lazyPart(() => import('../qr-codes/download-dialog.tsx'), 'DownloadDialog')

/** The QR code that opens the link. */
export function LinkCodeCard({ link }: { link: ShortUrl }) {
  const query = useQuery(codeOfLinkQuery(link))
  return (
    <Card title="QR code">
      {query.isLoadingError ? (
        <Trouble query={query} />
      ) : query.data === undefined ? (
        <div aria-hidden className="skeleton h-40" />
      ) : query.data === null ? (
        <NoCode link={link} />
      ) : (
        <LinkCode code={query.data} link={link} />
      )}
    </Card>
  )
}

function LinkCode({ code, link }: { code: QrCode; link: ShortUrl }) {
  const [isDownloading, setIsDownloading] = useState(false)
  const { score, warnings } = code.scan_check
  const isGood = warnings.length === 0
  const Mark = isGood ? CircleCheck : TriangleAlert
  return (
    <div className="flex items-center gap-4 lg:flex-col lg:items-stretch">
      <Thumbnail
        code={code}
        alt={`QR code of ${bareUrl(link.short_url)}`}
        className="size-32 shrink-0 rounded-md border border-line lg:mx-auto lg:size-44"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <p className="flex items-center gap-2 text-[13px] lg:justify-center" title={warnings.join(' ')}>
          <Mark aria-hidden size={15} className={`shrink-0 ${isGood ? 'text-good' : 'text-warn'}`} />
          Scan test: {score} of 100
        </p>
        <div className="flex flex-wrap gap-2 lg:justify-center">
          <Button Icon={Download} onClick={() => setIsDownloading(true)}>
            Download
          </Button>
          <Link to="/qr-codes/$id" params={{ id: code.id }} search={{ view: 'edit' }} className={buttonStyle()}>
            <Palette aria-hidden size={15} /> Design
          </Link>
        </div>
      </div>
      {isDownloading && <DownloadDialog code={code} onClose={() => setIsDownloading(false)} />}
    </div>
  )
}

function NoCode({ link }: { link: ShortUrl }) {
  const queries = useQueryClient()
  const [isCreating, setIsCreating] = useState(false)

  /** The code is static: it contains the short link, whose destination can change after printing. */
  async function create() {
    setIsCreating(true)
    try {
      await createCode({
        content_type: 'url',
        content_data: { url: link.short_url },
        name: link.name ?? bareUrl(link.short_url),
        tags: link.tags,
      })
      toast.success('QR code created')
    } catch (error) {
      toast.error('Could not create the QR code', { description: messageOf(error) })
    } finally {
      await refreshLinked(queries)
      setIsCreating(false)
    }
  }

  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-3 py-4 text-center">
      <Icon aria-hidden size={40} strokeWidth={1} className="text-dim" />
      <p className="text-[13px] text-dim">Scans open this link, so you can change the destination after printing.</p>
      <Button look="main" disabled={isCreating} onClick={() => void create()}>
        {isCreating ? 'Creating…' : 'Create QR code'}
      </Button>
    </div>
  )
}
