import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FlaskConical, Plus } from 'lucide-react'
import { useState } from 'react'
import { curlPost } from '../api/call-text.ts'
import { experimentStates } from '../api/experiment-search.ts'
import { type ExperimentKind, experimentsQuery } from '../api/experiments.ts'
import { keepRows } from '../api/pages.ts'
import { quantity } from '../format/numbers.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { ListCard } from '../parts/list-card.tsx'
import { ListExport } from '../parts/list-export.tsx'
import { MoreButton } from '../parts/more-button.tsx'
import { Nothing } from '../parts/nothing.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Segments } from '../parts/segments.tsx'
import { StateChoice } from '../parts/state-choice.tsx'
import { ExperimentRow } from './experiment-row.tsx'

const CreateExperimentDialog = lazyPart(() => import('./create-dialog.tsx'), 'CreateExperimentDialog')

const route = getRouteApi('/ab-tests')

const kinds = { url: 'Links', qr: 'QR codes' } as const

export function ExperimentsPage() {
  const { of, status } = route.useSearch()
  const kind: ExperimentKind = of ?? 'url'
  const navigate = route.useNavigate()
  const [isCreating, setIsCreating] = useState(false)
  const query = useInfiniteQuery({
    ...experimentsQuery(kind, status),
    placeholderData: (old, before) => (before?.queryKey.includes(kind) ? keepRows(old) : undefined),
  })
  const tests = query.data?.pages.flatMap((page) => page.tests)
  const total = query.data?.pages.at(-1)?.pagination.total
  const hasNone = tests?.length === 0 && status === undefined
  return (
    <>
      <PageHead title="A/B tests" about={total === undefined ? undefined : quantity(total, 'test')}>
        {!hasNone && <ListExport list={`${kind}-ab-tests`} filter={{ status }} />}
        {!hasNone && (
          <Button Icon={Plus} look="main" onClick={() => setIsCreating(true)}>
            Create A/B test
          </Button>
        )}
      </PageHead>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <Segments
          name="Test type"
          choices={kinds}
          chosen={kind}
          onChoose={(value) =>
            void navigate({ search: { ...(value === 'qr' && { of: value }), status }, replace: true })
          }
        />
        {!hasNone && (
          <StateChoice
            states={experimentStates}
            chosen={status}
            onChoose={(chosen) => void navigate({ search: { of, status: chosen }, replace: true })}
          />
        )}
      </div>
      <ListCard
        label="A/B tests"
        query={query}
        rows={tests}
        expected={6}
        empty={
          status === undefined ? (
            <NoExperiments kind={kind} onCreate={() => setIsCreating(true)} />
          ) : (
            <Nothing action={<Button onClick={() => void navigate({ search: { of } })}>Clear filters</Button>}>
              No {experimentStates[status].name.toLowerCase()} tests.
            </Nothing>
          )
        }
      >
        {(test) => <ExperimentRow test={test} kind={kind} />}
      </ListCard>
      <MoreButton query={query} />
      {isCreating && <CreateExperimentDialog kind={kind} onClose={() => setIsCreating(false)} />}
    </>
  )
}

const variants = [{ destination_url: 'https://example.com/short' }, { destination_url: 'https://example.com/long' }]

function NoExperiments({ kind, onCreate }: { kind: ExperimentKind; onCreate: () => void }) {
  const body = { name: 'Headline', conversions_enabled: true, variants }
  return (
    <EmptyState
      Icon={FlaskConical}
      title={
        kind === 'url' ? 'Your A/B tests of links will appear here' : 'Your A/B tests of QR codes will appear here'
      }
      about={
        kind === 'url'
          ? 'An A/B test splits the traffic of one link between two or more destinations and shows which one performs better.'
          : 'An A/B test splits the scans of one QR code between two or more destinations and shows which one performs better. The printed code stays the same.'
      }
      action="Create A/B test"
      onAct={onCreate}
      command={curlPost(kind === 'url' ? '/url-ab-tests' : '/qr-ab-tests', body)}
    />
  )
}
