import { useQuery } from '@tanstack/react-query'
import { accountOverviewQuery } from '../api/analytics.ts'
import { countNewLinksQuery } from '../api/links.ts'
import { addDays } from '../format/days.ts'
import { startOfDay } from '../format/local-moment.ts'
import { count, growth } from '../format/numbers.ts'
import { daysBefore, wholeDays } from '../format/whole-days.ts'
import { Delta, Tile } from '../parts/tile.tsx'
import { TroubleCard } from '../parts/trouble.tsx'
import { homeDays } from './home-days.ts'

/** The previous period ends at the current time of day, so that an unfinished day is compared with a part of a day. */
function periodBefore(now: Date) {
  return { ...daysBefore(homeDays, now), endDate: addDays(now, -homeDays).toISOString() }
}

export function HomeTiles({ now }: { now: Date }) {
  const current = useQuery(accountOverviewQuery(wholeDays(homeDays, now)))
  const before = useQuery(accountOverviewQuery(periodBefore(now)))
  const made = useQuery(countNewLinksQuery(startOfDay(wholeDays(homeDays, now).startDate)))
  if (current.isLoadingError) return <TroubleCard query={current} />
  const compared = (name: 'total_clicks' | 'unique_visitors' | 'total_scans') =>
    current.data &&
    before.data && (
      <Delta change={growth(current.data[name], before.data[name])} against={`previous ${homeDays} days`} />
    )
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-5 xl:grid-cols-4">
      <Tile label="Clicks" value={current.data?.total_clicks} note={compared('total_clicks')} />
      <Tile label="Visitors" value={current.data?.unique_visitors} note={compared('unique_visitors')} />
      <Tile label="QR scans" value={current.data?.total_scans} note={compared('total_scans')} />
      <Tile
        label="Active links"
        value={current.data?.active_urls}
        note={
          current.data && (
            <span>
              of {count(current.data.total_urls)}
              {made.data !== undefined && `, ${count(made.data)} new`}
            </span>
          )
        }
      />
    </dl>
  )
}
