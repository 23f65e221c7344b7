import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { linkQuery } from '../api/links.ts'
import { TroublePage } from '../parts/trouble.tsx'
import { Report } from '../reports/report.tsx'
import { readReportSearch } from '../reports/search.ts'
import { LinkHead } from './link-head.tsx'

const route = getRouteApi('/links/$id')

export function LinkPage() {
  const { id } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const link = useQuery(linkQuery(id))
  if (link.isLoadingError) return <TroublePage title="Link" query={link} />
  return (
    <>
      <LinkHead link={link.data} />
      <Report
        about={{ link: id }}
        search={search}
        onChange={(change) =>
          void navigate({ search: (old) => readReportSearch({ ...old, ...change }), resetScroll: false })
        }
      />
    </>
  )
}
