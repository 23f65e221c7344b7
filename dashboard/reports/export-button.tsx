import { Download } from 'lucide-react'
import type { Scope } from '../api/analytics.ts'
import { lazyMenu } from '../parts/lazy-menu.tsx'
import type { Line } from './rows.ts'

const ExportMenu = lazyMenu(() => import('./export-menu.tsx'), 'ExportMenu')

/**
 * What a file is made of: rows of a card, of which there may be more than the `top` that are exported, or the clicks
 * themselves, which the API writes.
 */
export type ExportSource =
  | { load: () => Promise<readonly Line[]>; top?: number | undefined }
  | { id: string; scope: Scope; total: number | undefined }

export interface ExportProps {
  /** Of the file, without its ending. */
  name: string
  source: ExportSource
}

interface ExportButtonProps extends ExportProps {
  /** With its words, not only with its icon. */
  isWide?: boolean
}

/** Exports what a card shows. */
export const ExportButton = ({ name, source, isWide = false }: ExportButtonProps) => (
  <ExportMenu
    name={name}
    source={source}
    trigger={
      <button
        type="button"
        title={`Export ${name}`}
        className={`flex h-7 items-center justify-center gap-1.5 rounded-md text-[13px] font-medium text-dim hover:bg-sunken hover:text-text ${isWide ? 'px-2' : 'w-7'}`}
      >
        <Download aria-hidden size={14} />
        <span className={isWide ? '' : 'sr-only'}>Export {name}</span>
      </button>
    }
  />
)
