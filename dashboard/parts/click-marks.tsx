import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bot, type LucideIcon, Monitor, QrCode, Smartphone, Tablet } from 'lucide-react'
import type { Click } from '../api/analytics.ts'
import { linkQuery } from '../api/links.ts'
import { useLiveState } from '../api/live-state.ts'

export function ClickedLink({ id }: { id: string }) {
  const { data } = useQuery({ ...linkQuery(id), staleTime: 60_000, retry: false })
  return (
    <Link to="/links/$id" params={{ id }} className="row-name block">
      {data === undefined ? 'Link' : data.short_code}
    </Link>
  )
}

/** Other devices have the icon of a desktop. */
export const deviceIcons: Readonly<Record<string, LucideIcon>> = {
  desktop: Monitor,
  mobile: Smartphone,
  tablet: Tablet,
}

export function ClickIcon({ click, name }: { click: Click; name: string }) {
  const Icon = click.is_bot ? Bot : click.is_qr_scan ? QrCode : (deviceIcons[click.device_type ?? ''] ?? Monitor)
  return (
    <span className="flex size-8 shrink-0 items-center justify-center rounded-md bg-sunken text-dim" title={name}>
      <Icon aria-hidden size={15} />
      <span className="sr-only">{name}</span>
    </span>
  )
}

const liveMarks = {
  live: { text: 'Live', dot: 'bg-good', about: 'Figures update as clicks arrive' },
  connecting: { text: 'Connecting', dot: 'bg-field', about: 'Live updates start in a moment' },
  reconnecting: { text: 'Reconnecting', dot: 'bg-warn', about: 'Figures may be out of date' },
} as const

/** Shows whether figures are updated as clicks arrive. */
export function LiveMark() {
  const { text, dot, about } = liveMarks[useLiveState()]
  return (
    <span className="flex items-center gap-1.5 text-xs text-dim" title={about}>
      <span aria-hidden className={`size-1.5 rounded-full ${dot}`} /> {text}
    </span>
  )
}
