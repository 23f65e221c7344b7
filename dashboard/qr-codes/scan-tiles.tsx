import type { CodeReport } from '../api/qr-codes.ts'
import { count } from '../format/numbers.ts'
import { RelativeTime } from '../parts/relative-time.tsx'
import { Tile } from '../parts/tile.tsx'

export const ScanTiles = ({ report }: { report: CodeReport | undefined }) => (
  <dl className="grid grid-cols-2 gap-3 sm:gap-5 xl:grid-cols-4">
    <Tile label="Scans" value={report?.recentScans} note="in this period" />
    <Tile label="People" value={report?.uniqueScanners} note="in this period" />
    <Tile label="Today" value={report?.scansToday} />
    <Tile
      label="Of all time"
      value={report?.totalScans}
      note={
        report?.lastScannedAt && (
          <span className="truncate" title={count(report.totalScans)}>
            Last <RelativeTime at={String(report.lastScannedAt)} />
          </span>
        )
      }
    />
  </dl>
)
