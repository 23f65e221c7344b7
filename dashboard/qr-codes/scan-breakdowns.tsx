import type { ReactNode } from 'react'
import { mostReferrers } from '#schemas/report-limits.ts'
import type { CodeReport } from '../api/qr-codes.ts'
import { capitalized, countryName } from '../format/names.ts'
import { type Bar, BarList } from '../parts/bar-list.tsx'
import { Card } from '../parts/card.tsx'
import { ListSkeleton } from '../parts/loaded.tsx'

type ScanFilterName = 'country' | 'device' | 'browser' | 'referrer'

interface ScanBreakdownsProps {
  report: CodeReport | undefined
  search: { [Name in ScanFilterName]?: string | undefined }
  onFilter: (name: ScanFilterName, value: string) => void
}

export function ScanBreakdowns({ report, search, onFilter }: ScanBreakdownsProps) {
  const { devices, referrers } = report ?? {}
  // Bars are null if the plan does not include them, and undefined while they load.
  const panel = (title: string, name: ScanFilterName, bars: Bar[] | null | undefined, most?: number) => (
    <Card title={title}>
      {bars === undefined ? (
        <ListSkeleton />
      ) : bars === null ? (
        <NotInPlan />
      ) : (
        <div className="flex flex-col">
          <BarList
            title={title}
            bars={bars}
            total={report?.recentScans ?? 0}
            isTop={most !== undefined && bars.length >= most}
            chosen={search[name]}
            empty="No scans in this period."
            onChoose={(value) => onFilter(name, value)}
          />
        </div>
      )}
    </Card>
  )
  return (
    <div className="grid gap-5 xl:grid-cols-2">
      {panel('Countries', 'country', report?.locations.countries.map(countryBar))}
      {panel(
        'Devices',
        'device',
        devices && devices.deviceTypes.map(({ type, scans }) => bar(type, scans, capitalized(type))),
      )}
      {panel('Browsers', 'browser', devices && devices.browserBreakdown.map(({ name, scans }) => bar(name, scans)))}
      {panel(
        'Referrers',
        'referrer',
        referrers && referrers.referrerDomains.map(({ domain, scans }) => bar(domain, scans)),
        mostReferrers,
      )}
    </div>
  )
}

const NotInPlan = (): ReactNode => (
  <p className="py-6 text-center text-dim">This report is not included in your plan.</p>
)

const bar = (key: string, scans: number, label = key): Bar => ({ key, label, value: scans })

const countryBar = ({ countryCode, scans }: { countryCode: string | null; scans: number }): Bar => ({
  key: countryCode ?? '',
  label: countryName(countryCode),
  icon: (
    <span aria-hidden className="w-5 shrink-0 font-mono text-xs text-dim">
      {countryCode?.toUpperCase() ?? '··'}
    </span>
  ),
  value: scans,
  isInert: countryCode === null,
})
