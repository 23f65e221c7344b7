import type { Click } from '../api/analytics.ts'
import { capitalized, countryName } from '../format/names.ts'
import { ClickedLink, ClickIcon } from '../parts/click-marks.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'

export function ClickRow({ click, showsLink }: { click: Click; showsLink: boolean }) {
  return (
    <div className="flex h-11 items-center gap-3 px-2">
      <ClickIcon click={click} name={kindOf(click)} />
      <div className="min-w-0 flex-1 lg:flex lg:items-center lg:gap-4">
        {showsLink && (
          <p className="leading-tight lg:w-44 lg:shrink-0">
            <ClickedLink id={click.short_url_id} />
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

const describeClick = ({ city, country_code, browser, os, referrer_domain, source, is_bot, bot_reason }: Click) =>
  [
    [city, country_code === null ? null : countryName(country_code)].filter((name) => name !== null).join(', '),
    [browser, os].filter((name) => name !== null).join(' on '),
    referrer_domain === null ? source : `from ${referrer_domain}`,
    is_bot ? `bot${bot_reason === null ? '' : ` (${bot_reason})`}` : null,
  ]
    .filter((part) => part !== null && part !== '')
    .join(' · ') || 'Unknown location and browser'

function kindOf({ is_bot, is_qr_scan, device_type }: Click): string {
  if (is_bot) return 'Bot'
  if (is_qr_scan) return 'QR scan'
  return device_type === null || device_type === 'other' ? 'Unknown device' : capitalized(device_type)
}
