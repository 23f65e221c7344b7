import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { codeReportQuery } from '../api/qr-codes.ts'
import { describePeriod, standardPeriod } from '../format/periods.ts'
import { FilterChips } from '../link/filter-chips.tsx'
import type { LinkFilterName } from '../link/link-page.tsx'
import { PeriodSwitch } from '../link/period-switch.tsx'
import { Card } from '../parts/card.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { ScanBreakdowns } from './scan-breakdowns.tsx'
import { ScanTiles } from './scan-tiles.tsx'
import { ScanTimeline } from './scan-timeline.tsx'

const route = getRouteApi('/qr-codes/$id')

/** How often a code is scanned, where and with what; a row that is clicked filters all of it. */
export function CodeScans({ id }: { id: string }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [now] = useState(() => new Date())
  const period = search.period ?? standardPeriod
  const scope = {
    ...describePeriod(period, now),
    countryCode: search.country,
    deviceType: search.device,
    browser: search.browser,
    referrerDomain: search.referrer,
  }
  const query = useQuery(codeReportQuery(id, scope))
  const filter = (name: LinkFilterName, value: string | undefined) =>
    void navigate({ search: (old) => ({ ...old, [name]: value }), replace: true, resetScroll: false })
  const { data, isError, error, refetch, isPlaceholderData } = query
  return (
    <>
      {hasFilter(search) && (
        <div className="mb-4">
          <FilterChips search={search} onClear={(name) => filter(name, undefined)} />
        </div>
      )}
      {isError && data === undefined ? (
        <Card title="Scans">
          <Trouble error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <div className={`grid gap-5 transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}>
          <ScanTiles report={data} />
          <ScanTimeline report={data} granularity={scope.granularity} />
          <ScanBreakdowns
            report={data}
            search={search}
            onFilter={(name, value) =>
              filter(name, search[name]?.toLowerCase() === value.toLowerCase() ? undefined : value)
            }
          />
        </div>
      )}
    </>
  )
}

const hasFilter = ({ country, device, browser, referrer }: { [Name in LinkFilterName]?: string | undefined }) =>
  [country, device, browser, referrer].some((value) => value !== undefined)

/** Of which days the scans are. */
export function ScanPeriod() {
  const { period = standardPeriod } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <PeriodSwitch
      chosen={period}
      onChoose={(name) =>
        void navigate({
          search: (old) => ({ ...old, period: name === standardPeriod ? undefined : name }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}
