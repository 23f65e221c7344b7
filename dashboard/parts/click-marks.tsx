import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bot, type LucideIcon, Monitor, QrCode, Smartphone, Tablet } from 'lucide-react'
import type { Click } from '../api/analytics.ts'
import { linkQuery } from '../api/links.ts'

export function ClickedLink({ id }: { id: string }) {
  const { data } = useQuery({ ...linkQuery(id), staleTime: 60_000, retry: false })
  return (
    <Link to="/links/$id" params={{ id }} className="rounded font-medium hover:underline">
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

/** Shows that new clicks appear automatically. */
export const LiveMark = () => (
  <span className="flex items-center gap-1.5 text-xs text-dim">
    <span aria-hidden className="size-1.5 rounded-full bg-good" /> Live
  </span>
)
