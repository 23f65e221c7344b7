import { useQuery } from '@tanstack/react-query'
import { reportQuery, type Scope } from '../api/analytics.ts'
import { RelativeTime } from '../parts/relative-time.tsx'
import { Delta, Tile } from '../parts/tile.tsx'
import { Trouble } from '../parts/trouble.tsx'

export function LinkTiles({ id, scope }: { id: string; scope: Scope }) {
  const { data, isError, error, refetch, isPlaceholderData } = useQuery(reportQuery('overview', id, scope))
  if (isError && data === undefined) {
    return (
      <div className="card p-5">
        <Trouble error={error} onRetry={() => void refetch()} />
      </div>
    )
  }
  const hasBefore = scope.dateRange !== 'all_time'
  return (
    <dl
      className={`grid grid-cols-2 gap-3 transition-opacity sm:gap-5 lg:grid-cols-4 ${isPlaceholderData ? 'opacity-60' : ''}`}
    >
      <Tile
        label="Clicks"
        value={data?.total_clicks}
        note={
          data &&
          hasBefore && (
            <Delta
              change={data.change_percentage === null ? null : data.change_percentage / 100}
              against="period before"
            />
          )
        }
      />
      <Tile label="Visitors" value={data?.unique_visitors} />
      <Tile label="QR scans" value={data?.qr_scans} />
      <Tile
        label="Today"
        value={data?.clicks_today}
        note={
          data?.last_clicked_at !== undefined && (
            <span className="truncate">
              Last click <RelativeTime at={data.last_clicked_at} />
            </span>
          )
        }
      />
    </dl>
  )
}
