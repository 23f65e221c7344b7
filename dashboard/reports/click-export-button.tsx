import { Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { View } from './view.ts'

const ClickExportMenu = lazy(async () => ({ default: (await import('./click-export-menu.tsx')).ClickExportMenu }))

/** The clicks themselves, as a file that the interface writes. */
export function ClickExportButton({ view }: { view: View }) {
  const [isAsked, setIsAsked] = useState(false)
  const trigger = (
    <button
      type="button"
      className="flex h-7 items-center gap-1.5 rounded-md px-2 text-[13px] font-medium text-dim hover:bg-sunken hover:text-text"
      onClick={() => setIsAsked(true)}
    >
      <Download aria-hidden size={14} /> Export clicks
    </button>
  )
  if (!isAsked) return trigger
  return (
    <Suspense fallback={trigger}>
      <ClickExportMenu view={view} trigger={trigger} />
    </Suspense>
  )
}
