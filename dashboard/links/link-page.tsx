import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { linkQuery } from '../api/links.ts'
import { BackLink } from '../parts/back-link.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { isUnavailable, TroublePage } from '../parts/trouble.tsx'
import { Report } from '../reports/report.tsx'
import { readReportSearch } from '../reports/search.ts'
import { LinkHead } from './link-head.tsx'

const waiting = <div aria-hidden className="skeleton mb-6 h-96 lg:h-80" />
const LinkCards = lazyPart(() => import('./link-cards.tsx'), 'LinkCards', waiting)

const route = getRouteApi('/links/$id')

/** The link with its QR code and settings, then its report. */
export function LinkPage() {
  const { id } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  // Its clicks are shown next to live figures.
  const link = useQuery({ ...linkQuery(id), meta: { isLive: true } })
  const back = <BackLink to="/links">Links</BackLink>
  if (isUnavailable(link))
    return <TroublePage title="Link" missing="This link does not exist" back={back} query={link} />
  return (
    <>
      {back}
      <LinkHead link={link.data} />
      {link.data === undefined ? waiting : <LinkCards link={link.data} />}
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
