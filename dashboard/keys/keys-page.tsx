import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type ApiKey, keysQuery } from '../api/keys.ts'
import { rootPath } from '../api/place.ts'
import { count } from '../format/numbers.ts'
import { Button } from '../parts/button.tsx'
import { ListSkeleton } from '../parts/list-skeleton.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { KeyRow } from './key-row.tsx'

const CreateKeyDialog = lazy(async () => ({ default: (await import('./create-key-dialog.tsx')).CreateKeyDialog }))
const RevokeDialog = lazy(async () => ({ default: (await import('./revoke-dialog.tsx')).RevokeDialog }))

export function KeysPage() {
  const { data, isError, error, refetch } = useQuery(keysQuery)
  const [isCreating, setIsCreating] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  return (
    <>
      <PageHead title="API keys" about="For programs that use your links">
        <Button look="main" onClick={() => setIsCreating(true)}>
          <Plus aria-hidden size={15} /> Create a key
        </Button>
      </PageHead>
      <div className="card">
        {isError && data === undefined ? (
          <div className="p-5">
            <Trouble error={error} onRetry={() => void refetch()} />
          </div>
        ) : data === undefined ? (
          <div className="p-4">
            <ListSkeleton rows={4} />
          </div>
        ) : data.data.length === 0 ? (
          <NoKeys onCreate={() => setIsCreating(true)} />
        ) : (
          <ul aria-label="API keys">
            {data.data.map((key) => (
              <li key={key.id} className="border-b border-line last:border-b-0">
                <KeyRow apiKey={key} onRevoke={() => setRevoking(key)} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {data?.pagination.has_more === true && (
        <p className="mt-3 text-dim">
          The newest {count(data.data.length)} of {count(data.pagination.total)}.
        </p>
      )}
      <Suspense>
        {isCreating && <CreateKeyDialog onClose={() => setIsCreating(false)} />}
        {revoking !== null && <RevokeDialog apiKey={revoking} onClose={() => setRevoking(null)} />}
      </Suspense>
    </>
  )
}

const NoKeys = ({ onCreate }: { onCreate: () => void }) => (
  <div className="flex flex-col items-center gap-4 px-5 py-14 text-center">
    <p className="max-w-md text-dim">
      With a key a program can do what you do here: create links, read their clicks. The{' '}
      <a href={`${rootPath}/docs`} className="font-medium text-accent underline">
        API reference
      </a>{' '}
      says how.
    </p>
    <Button look="main" onClick={onCreate}>
      Create a key
    </Button>
  </div>
)
