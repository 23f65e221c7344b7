import { useQuery } from '@tanstack/react-query'
import { type Click, recentClicksQuery } from '../api/analytics.ts'
import { capitalized, countryName } from '../format/names.ts'
import { Card } from '../parts/card.tsx'
import { ClickedLink, ClickIcon, LiveMark } from '../parts/click-marks.tsx'
import { ListSkeleton, Loaded } from '../parts/loaded.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { homeRows, shownClicks } from './home-days.ts'

export function RecentClicks() {
  const query = useQuery(recentClicksQuery(shownClicks))
  return (
    <Card title="Recent clicks" aside={<LiveMark />}>
      <Loaded query={query} waiting={<ListSkeleton rows={homeRows} isTall />}>
        {(data) =>
          data.length === 0 ? (
            <p className="py-6 text-center text-dim">No clicks yet. New clicks appear here automatically.</p>
          ) : (
            <ul className="flex flex-col gap-1">
              {data.map((click) => (
                <li key={click.id} className="flex h-11 items-center gap-3 px-2">
                  <ClickIcon click={click} name={kindOf(click)} />
                  <div className="min-w-0 flex-1">
                    <p className="leading-tight">
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

function kindOf({ is_qr_scan, device_type }: Click): string {
  if (is_qr_scan) return 'QR scan'
  return device_type === null ? 'Unknown device' : capitalized(device_type)
}
