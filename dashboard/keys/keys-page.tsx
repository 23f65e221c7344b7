import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type ApiKey, keysQuery } from '../api/keys.ts'
import { rootPath } from '../api/page-meta.ts'
import { count } from '../format/numbers.ts'
import { Button } from '../parts/button.tsx'
import { ListCard } from '../parts/list-card.tsx'
import { Nothing } from '../parts/nothing.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { KeyRow } from './key-row.tsx'

const CreateKeyDialog = lazy(async () => ({ default: (await import('./create-key-dialog.tsx')).CreateKeyDialog }))
const RevokeDialog = lazy(async () => ({ default: (await import('./revoke-dialog.tsx')).RevokeDialog }))

export function KeysPage() {
  const query = useQuery(keysQuery)
  const { data } = query
  const [isCreating, setIsCreating] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  return (
    <>
      <PageHead title="API keys" about="For programs that use your links">
        <Button look="main" onClick={() => setIsCreating(true)}>
          <Plus aria-hidden size={15} /> Create a key
        </Button>
      </PageHead>
      <ListCard
        label="API keys"
        query={query}
        rows={data?.data}
        empty={<NoKeys onCreate={() => setIsCreating(true)} />}
      >
        {(key) => <KeyRow apiKey={key} onRevoke={() => setRevoking(key)} />}
      </ListCard>
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
  <Nothing
    action={
      <Button look="main" onClick={onCreate}>
        Create a key
      </Button>
    }
  >
    With a key a program can do what you do here: create links, read their clicks. The{' '}
    <a href={`${rootPath}/docs`} className="font-medium text-accent underline">
      API reference
    </a>{' '}
    says how.
  </Nothing>
)
