import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { linkQuery } from '../api/links.ts'
import { describeBefore, describePeriod, standardPeriod } from '../format/periods.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { Breakdowns } from './breakdowns.tsx'
import { FilterChips } from './filter-chips.tsx'
import { LinkHead } from './link-head.tsx'
import { LinkTiles } from './link-tiles.tsx'
import { LinkTimeline } from './link-timeline.tsx'
import { PeriodSwitch } from './period-switch.tsx'

const route = getRouteApi('/links/$id')

/** What filters the page, by the parameters of its address. */
export type LinkFilterName = 'country' | 'device' | 'browser' | 'referrer'

export function LinkPage() {
  const { id } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [now] = useState(() => new Date())
  const link = useQuery(linkQuery(id))
  const { granularity, ...period } = describePeriod(search.period ?? standardPeriod, now)
  const scope = {
    ...period,
    countryCode: search.country,
    deviceType: search.device,
    browser: search.browser,
    referrerDomain: search.referrer,
  }
  const filter = (name: LinkFilterName, value: string | undefined) =>
    void navigate({ search: (old) => ({ ...old, [name]: value }), replace: true, resetScroll: false })
  if (link.isError && link.data === undefined) {
    return (
      <>
        <PageHead title="Link" />
        <div className="card p-5">
          <Trouble error={link.error} onRetry={() => void link.refetch()} />
        </div>
      </>
    )
  }
  return (
    <>
      <LinkHead link={link.data} />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <FilterChips search={search} onClear={(name) => filter(name, undefined)} />
        <PeriodSwitch
          chosen={search.period ?? standardPeriod}
          onChoose={(name) =>
            void navigate({
              search: (old) => ({ ...old, period: name === standardPeriod ? undefined : name }),
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      <div className="grid gap-5">
        <LinkTiles id={id} scope={scope} />
        <LinkTimeline
          id={id}
          scope={{ ...scope, granularity }}
          daysBefore={describeBefore(search.period ?? standardPeriod, now)}
        />
        <Breakdowns
          id={id}
          scope={scope}
          search={search}
          onFilter={(name, value) =>
            filter(name, search[name]?.toLowerCase() === value.toLowerCase() ? undefined : value)
          }
        />
      </div>
    </>
  )
}
