import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { testStatusNames } from '../api/experiment-search.ts'
import { type AbTestKind, testsQuery } from '../api/experiments.ts'
import { count } from '../format/numbers.ts'
import { Button } from '../parts/button.tsx'
import { ListCard } from '../parts/list-card.tsx'
import { MoreButton } from '../parts/more-button.tsx'
import { Nothing } from '../parts/nothing.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Segments } from '../parts/segments.tsx'
import { StateChoice } from '../parts/state-choice.tsx'
import { TestRow } from './experiment-row.tsx'
import { NoTests } from './no-experiments.tsx'

const CreateTestDialog = lazy(async () => ({ default: (await import('./create-dialog.tsx')).CreateTestDialog }))

const route = getRouteApi('/ab-tests')

const kinds = [
  { value: 'url', name: 'Short URLs' },
  { value: 'qr', name: 'QR codes' },
] as const

export function AbTestsPage() {
  const { of, status } = route.useSearch()
  const kind: AbTestKind = of ?? 'url'
  const navigate = route.useNavigate()
  const [isCreating, setIsCreating] = useState(false)
  const query = useInfiniteQuery({ ...testsQuery(kind, status), placeholderData: (old) => old })
  const tests = query.data?.pages.flatMap((page) => page.tests)
  const total = query.data?.pages.at(-1)?.pagination.total
  return (
    <>
      <PageHead
        title="A/B tests"
        {...(total !== undefined && { about: `${count(total)} ${status === undefined ? 'in all' : 'found'}` })}
      >
        <Button look="main" onClick={() => setIsCreating(true)}>
          <Plus aria-hidden size={15} /> Create a test
        </Button>
      </PageHead>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <Segments
          name="Tests of"
          choices={kinds}
          chosen={kind}
          onChoose={(value) =>
            void navigate({ search: { ...(value === 'qr' && { of: value }), status }, replace: true })
          }
        />
        <StateChoice
          names={testStatusNames}
          chosen={status}
          onChoose={(chosen) => void navigate({ search: { of, status: chosen }, replace: true })}
        />
      </div>
      <ListCard
        label="A/B tests"
        query={query}
        rows={tests}
        expected={6}
        empty={
          status === undefined ? (
            <NoTests kind={kind} onCreate={() => setIsCreating(true)} />
          ) : (
            <Nothing action={<Button onClick={() => void navigate({ search: { of } })}>Show all tests</Button>}>
              No test is {testStatusNames[status].toLowerCase()}.
            </Nothing>
          )
        }
      >
        {(test) => <TestRow test={test} kind={kind} />}
      </ListCard>
      <MoreButton query={query} />
      <Suspense>{isCreating && <CreateTestDialog kind={kind} onClose={() => setIsCreating(false)} />}</Suspense>
    </>
  )
}
