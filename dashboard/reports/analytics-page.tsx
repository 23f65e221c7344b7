import { getRouteApi } from '@tanstack/react-router'
import { PageHead } from '../parts/page-head.tsx'
import { Report } from './report.tsx'
import { readReportSearch } from './search.ts'

const route = getRouteApi('/analytics')

export function AnalyticsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <PageHead title="Analytics" about="Clicks and scans across all links" />
      <Report
        search={search}
        onChange={(change) =>
          void navigate({ search: (old) => readReportSearch({ ...old, ...change }), resetScroll: false })
        }
      />
    </>
  )
}
