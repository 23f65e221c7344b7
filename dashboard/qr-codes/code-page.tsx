import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Failure } from '../api/failure.ts'
import { codeQuery } from '../api/qr-codes.ts'
import { BackLink } from '../parts/back-link.tsx'
import { Card } from '../parts/card.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { Segments } from '../parts/segments.tsx'
import { isUnavailable, TroublePage } from '../parts/trouble.tsx'
import { CodeHead } from './code-head.tsx'
import { CodeScans, ScanPeriod } from './code-scans.tsx'
import { ImageCard } from './image-card.tsx'

const waiting = <div aria-hidden className="skeleton h-[640px]" />
const ExpiredCode = lazyPart(() => import('./expired-code.tsx'), 'ExpiredCode', waiting)
const EditCode = lazyPart(() => import('./edit-code.tsx'), 'EditCode', waiting)

const route = getRouteApi('/qr-codes/$id')

const views = { scans: 'Scans', edit: 'Edit' } as const

export function CodePage() {
  const { id } = route.useParams()
  const { view = 'scans' } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(codeQuery(id))
  const { data: code, error } = query
  const back = <BackLink to="/qr-codes">QR codes</BackLink>
  if (error instanceof Failure && error.code === 'RESOURCE_EXPIRED') {
    return (
      <>
        {back}
        <ExpiredCode id={id} />
      </>
    )
  }
  if (isUnavailable(query))
    return <TroublePage title="QR code" missing="This QR code does not exist" back={back} query={query} />
  const hasScans = code === undefined || code.tracking_enabled || code.scan_count > 0
  return (
    <>
      {back}
      <CodeHead code={code} />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <Segments
          name="View"
          choices={views}
          chosen={view}
          onChoose={(chosen) =>
            void navigate({
              search: (old) => ({ ...old, view: chosen === 'scans' ? undefined : chosen }),
              replace: true,
            })
          }
        />
        {view === 'scans' && hasScans && <ScanPeriod />}
      </div>
      {view === 'edit' ? (
        ((code && <EditCode key={code.id} code={code} />) ?? waiting)
      ) : (
        <div className="flex flex-col gap-5 lg:flex-row lg:items-start">
          <div className="min-w-0 flex-[2]">
            {hasScans ? <CodeScans id={id} /> : <NotCounted isDynamic={code.is_dynamic} />}
          </div>
          <div className="order-first min-w-0 flex-1 lg:sticky lg:top-5 lg:order-last">
            {code === undefined ? <div aria-hidden className="skeleton h-160 lg:h-96" /> : <ImageCard code={code} />}
          </div>
        </div>
      )}
    </>
  )
}

const NotCounted = ({ isDynamic }: { isDynamic: boolean }) => (
  <Card title="Scans">
    <p className="py-10 text-center text-dim">
      {isDynamic
        ? 'Scan tracking is off. Turn it on under Edit to count future scans.'
        : 'Scans of this code cannot be counted. It is static, so scans do not go through Waymark.'}
    </p>
  </Card>
)
