import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { QrCode } from '#schemas/qr-codes.ts'
import { Card } from '../parts/card.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { kindNames } from './code-search.ts'
import { Thumbnail } from './thumbnail.tsx'

const DownloadForm = lazyPart(
  () => import('./download-form.tsx'),
  'DownloadForm',
  <div aria-hidden className="skeleton h-48" />,
)

export function ImageCard({ code }: { code: QrCode }) {
  const { score, warnings } = code.scan_check
  const Icon = warnings.length === 0 ? CircleCheck : TriangleAlert
  return (
    <Card title="Image">
      <Thumbnail
        code={code}
        alt={`QR code: ${code.name ?? code.short_url ?? kindNames[code.content_type]}`}
        className="mx-auto mb-3 aspect-square w-full max-w-72 rounded-md border border-line lg:max-w-none"
      />
      <p className="flex items-center gap-2 text-[13px]">
        <Icon aria-hidden size={15} className={`shrink-0 ${warnings.length === 0 ? 'text-good' : 'text-warn'}`} />
        Scan test: {score} of 100
      </p>
      {warnings.map((warning) => (
        <p key={warning} className="mt-2 rounded-md bg-warn-tint px-2.5 py-2 text-[13px]">
          {warning}
        </p>
      ))}
      <div className="mt-4 border-t border-line pt-4">
        <DownloadForm code={code} />
      </div>
    </Card>
  )
}
