import { Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Line } from './rows.ts'

const ExportMenu = lazy(async () => ({ default: (await import('./export-menu.tsx')).ExportMenu }))

export interface ExportProps {
  /** Of the file, without its ending. */
  name: string
  load: () => Promise<readonly Line[]>
  /** How many they are, where there may be more that are not in the file. */
  top?: number | undefined
}

/** The rows of a card as a file. */
export function ExportButton(props: ExportProps) {
  const [isAsked, setIsAsked] = useState(false)
  const trigger = (
    <button
      type="button"
      title={`Export ${props.name}`}
      className="flex size-7 items-center justify-center rounded-md text-dim hover:bg-sunken hover:text-text"
      onClick={() => setIsAsked(true)}
    >
      <Download aria-hidden size={14} />
      <span className="sr-only">Export {props.name}</span>
    </button>
  )
  if (!isAsked) return trigger
  return (
    <Suspense fallback={trigger}>
      <ExportMenu {...props} trigger={trigger} />
    </Suspense>
  )
}
