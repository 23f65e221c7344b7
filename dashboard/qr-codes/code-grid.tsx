import { useEffect, useRef, useState } from 'react'
import type { QrCode } from '#schemas/qr-codes.ts'
import { lazyPart } from '../parts/lazy-part.tsx'
import { CodeCard } from './code-card.tsx'

const DownloadDialog = lazyPart(() => import('./download-dialog.tsx'), 'DownloadDialog')

interface CodeGridProps {
  codes: QrCode[]
  /** Codes matching the previous filter, dimmed until the new ones load. */
  isOld: boolean
  hasMore: boolean
  loadMore: () => void
}

const columns = 'grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(200px,1fr))] sm:gap-5'
/** The next page loads when the end of the list is this close to the visible part. */
const reserve = '800px'

export function CodeGrid({ codes, isOld, hasMore, loadMore }: CodeGridProps) {
  const [downloaded, setDownloaded] = useState<QrCode | null>(null)
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const marker = end.current
    if (marker === null || !hasMore) return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && loadMore(), {
      rootMargin: reserve,
    })
    observer.observe(marker)
    return () => observer.disconnect()
  }, [hasMore, loadMore])
  return (
    <>
      <ul
        aria-label="QR codes"
        aria-busy={isOld}
        className={`${columns} transition-opacity ${isOld ? 'opacity-60' : ''}`}
      >
        {codes.map((code) => (
          <li key={code.id} className="min-w-0">
            <CodeCard code={code} onDownload={() => setDownloaded(code)} />
          </li>
        ))}
      </ul>
      <div ref={end} />
      {downloaded !== null && <DownloadDialog code={downloaded} onClose={() => setDownloaded(null)} />}
    </>
  )
}

export const CodeGridSkeleton = () => (
  <div aria-hidden className={columns}>
    {Array.from({ length: 10 }, (_, index) => (
      <div key={index} className="card overflow-hidden">
        <div className="skeleton aspect-square w-full rounded-none" />
        <div className="flex flex-col gap-2 px-3 py-3">
          <span className="skeleton h-4 w-3/4" />
          <span className="skeleton h-3.5 w-1/2" />
          <span className="skeleton h-7 w-full" />
        </div>
      </div>
    ))}
  </div>
)
