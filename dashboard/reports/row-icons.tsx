import { Globe, type LucideIcon, Monitor, Smartphone, Tablet } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Bar } from '../parts/bar-list.tsx'
import type { BreakdownName } from './breakdowns.ts'

const devices: Record<string, LucideIcon> = { desktop: Monitor, mobile: Smartphone, tablet: Tablet }

/** What stands before the labels of rows. */
export const rowIcons: { [Name in BreakdownName]?: (bar: Bar) => ReactNode } = {
  country: ({ key }) => (
    <span aria-hidden className="w-5 shrink-0 font-mono text-xs text-dim">
      {key === '' ? '··' : key.toUpperCase()}
    </span>
  ),
  device: ({ key }) => drawIcon(devices[key] ?? Globe),
  referrer: () => drawIcon(Globe),
}

const drawIcon = (Icon: LucideIcon) => <Icon aria-hidden size={14} className="shrink-0 text-dim" />
