import { useQuery } from '@tanstack/react-query'
import { Monitor, QrCode, Smartphone, Tablet } from 'lucide-react'
import { type Click, recentClicksQuery } from '../api/analytics.ts'
import { capitalized, countryName } from '../format/names.ts'
import { Card } from '../parts/card.tsx'
import { ClickedLink, ClickIcon, LiveMark } from '../parts/click-marks.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { shownClicks } from './home-days.ts'

export function RecentClicks() {
  const query = useQuery(recentClicksQuery(shownClicks))
  return (
    <Card title="Recent clicks" aside={<LiveMark />}>
      <Loaded query={query}>
        {(data) =>
          data.length === 0 ? (
            <p className="py-6 text-center text-dim">No clicks yet. New clicks appear here automatically.</p>
          ) : (
            <ul className="flex flex-col gap-1">
              {data.map((click) => (
                <li key={click.id} className="flex h-11 items-center gap-3 px-2">
                  <DeviceIcon click={click} />
                  <div className="min-w-0 flex-1">
                    <p className="truncate leading-tight">
                      <ClickedLink id={click.short_url_id} />
                    </p>
                    <p className="truncate text-xs text-dim">{describe(click)}</p>
                  </div>
                  <span className="text-[13px] text-dim">
                    <RelativeTime at={click.clicked_at} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

const describe = ({ city, country_code, browser, referrer_domain }: Click) =>
  [
    city ?? (country_code === null ? null : countryName(country_code)),
    browser,
    referrer_domain === null ? null : `from ${referrer_domain}`,
  ]
    .filter((part) => part !== null)
    .join(' · ') || 'Unknown location and browser'

function DeviceIcon({ click }: { click: Click }) {
  const Icon = click.is_qr_scan
    ? QrCode
    : click.device_type === 'mobile'
      ? Smartphone
      : click.device_type === 'tablet'
        ? Tablet
        : Monitor
  const name = click.is_qr_scan
    ? 'QR scan'
    : click.device_type === null
      ? 'Unknown device'
      : capitalized(click.device_type)
  return <ClickIcon Icon={Icon} name={name} />
}
