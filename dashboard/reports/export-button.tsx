import { Download } from 'lucide-react'
import type { Scope } from '../api/analytics.ts'
import { lazyMenu } from '../parts/lazy-menu.tsx'
import type { Picture } from './draw-picture.ts'
import type { Line } from './rows.ts'

const ExportMenu = lazyMenu(() => import('./export-menu.tsx'), 'ExportMenu')

/**
 * The content of an export: rows of a card, the `top` ones if there may be more, or at most a `limit` if their number is
 * unknown; or individual clicks, which the API writes.
 */
export type ExportSource =
  | { load: () => Promise<readonly Line[]>; top?: number | undefined; limit?: number | undefined; picture: Picture }
  | { id: string; scope: Scope; total: number | undefined }

export interface ExportProps {
  /** File name without extension. */
  name: string
  source: ExportSource
}

interface ExportButtonProps extends ExportProps {
  /** Shows text next to the icon. */
  isWide?: boolean
}

const titleOf = (name: string) => `Export ${name.replaceAll('-', ' ').replace(/^utm/, 'UTM')}`

export const ExportButton = ({ name, source, isWide = false }: ExportButtonProps) => (
  <ExportMenu
    name={name}
    source={source}
    trigger={
      <button
        type="button"
        title={titleOf(name)}
        className={`flex h-7 items-center justify-center gap-1.5 rounded-md pointer-coarse:h-11 pointer-coarse:min-w-11 pointer-coarse:h-11 pointer-coarse:min-w-11 text-[13px] font-medium text-dim hover:bg-sunken hover:text-text ${isWide ? 'px-2' : 'w-7'}`}
      >
        <Download aria-hidden size={14} />
        <span className={isWide ? '' : 'sr-only'}>{titleOf(name)}</span>
      </button>
    }
  />
)
