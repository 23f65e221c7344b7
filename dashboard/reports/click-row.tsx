import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bot, Monitor, QrCode, Smartphone, Tablet } from 'lucide-react'
import type { Click } from '../api/analytics.ts'
import { linkQuery } from '../api/links.ts'
import { countryName } from '../format/names.ts'
import { RelativeTime } from '../parts/relative-time.tsx'

/** One click: of which link, from where, when. */
export function ClickRow({ click, showsLink = true }: { click: Click; showsLink?: boolean }) {
  return (
    <div className="flex h-11 items-center gap-3 px-2">
      <KindIcon click={click} />
      <div className="min-w-0 flex-1 lg:flex lg:items-center lg:gap-4">
        {showsLink && (
          <p className="truncate leading-tight lg:w-44 lg:shrink-0">
            <LinkTo id={click.short_url_id} />
          </p>
        )}
        <p className="truncate text-xs text-dim lg:text-[13px]">{describeClick(click)}</p>
      </div>
      <span className="text-[13px] text-dim">
        <RelativeTime at={click.clicked_at} />
      </span>
    </div>
  )
}

function LinkTo({ id }: { id: string }) {
  const { data } = useQuery({ ...linkQuery(id), staleTime: 60_000, retry: false })
  return (
    <Link to="/links/$id" params={{ id }} className="rounded font-medium hover:underline">
      {data === undefined ? 'Link' : data.short_code}
    </Link>
  )
}

const describeClick = ({ city, country_code, browser, os, referrer_domain, source, is_bot, bot_reason }: Click) =>
  [
    [city, country_code === null ? null : countryName(country_code)].filter((name) => name !== null).join(', '),
    [browser, os].filter((name) => name !== null).join(' on '),
    referrer_domain === null ? source : `from ${referrer_domain}`,
    is_bot ? `bot${bot_reason === null ? '' : ` (${bot_reason})`}` : null,
  ]
    .filter((part) => part !== null && part !== '')
    .join(' · ') || 'Unknown place and browser'

function KindIcon({ click }: { click: Click }) {
  const [Icon, name] = kindOf(click)
  return (
    <span className="flex size-8 shrink-0 items-center justify-center rounded-md bg-sunken text-dim" title={name}>
      <Icon aria-hidden size={15} />
      <span className="sr-only">{name}</span>
    </span>
  )
}

function kindOf({ is_bot, is_qr_scan, device_type }: Click) {
  if (is_bot) return [Bot, 'Bot'] as const
  if (is_qr_scan) return [QrCode, 'QR scan'] as const
  if (device_type === 'mobile') return [Smartphone, 'Phone'] as const
  if (device_type === 'tablet') return [Tablet, 'Tablet'] as const
  return [Monitor, device_type === 'desktop' ? 'Desktop' : 'Device unknown'] as const
}
