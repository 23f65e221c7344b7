import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { type ApiKey, keysQuery, revokeKey } from '../api/keys.ts'
import { rootPath } from '../api/page-meta.ts'
import { count } from '../format/numbers.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { ListCard } from '../parts/list-card.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { KeyRow } from './key-row.tsx'

const CreateKeyDialog = lazyPart(() => import('./create-key-dialog.tsx'), 'CreateKeyDialog')
const Confirm = lazyPart(() => import('../parts/confirm.tsx'), 'Confirm')

export function KeysPage() {
  const queries = useQueryClient()
  const query = useQuery(keysQuery)
  const { data } = query
  const [isCreating, setIsCreating] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  return (
    <>
      <PageHead title="API keys" about="Use the API from your own code">
        {data?.data.length !== 0 && (
          <Button Icon={Plus} look="main" onClick={() => setIsCreating(true)}>
            Create API key
          </Button>
        )}
      </PageHead>
      <ListCard
        label="API keys"
        query={query}
        rows={data?.data}
        empty={
          <EmptyState
            Icon={KeyRound}
            title="Your API keys will appear here"
            about={
              <>
                Use a key to manage links and read analytics from your own code. See the{' '}
                <a href={`${rootPath}/docs`} className="font-medium text-accent underline">
                  API reference
                </a>
                .
              </>
            }
            action="Create API key"
            onAct={() => setIsCreating(true)}
          />
        }
      >
        {(key) => <KeyRow apiKey={key} maker={nameOfMaker(key, data?.data ?? [])} onRevoke={() => setRevoking(key)} />}
      </ListCard>
      {data?.pagination.has_more === true && (
        <p className="mt-3 text-dim">
          Showing the newest {count(data.data.length)} of {count(data.pagination.total)} keys.
        </p>
      )}
      {isCreating && <CreateKeyDialog onClose={() => setIsCreating(false)} />}
      {revoking !== null && (
        <Confirm
          title={`Revoke ${revoking.name}?`}
          about="Requests with this key, and with all keys that it created, will fail immediately. This cannot be undone."
          act="Revoke"
          onAct={async () => {
            await revokeKey(revoking.id)
            await queries.invalidateQueries({ queryKey: keysQuery.queryKey })
          }}
          done={`${revoking.name} revoked`}
          onClose={() => setRevoking(null)}
        />
      )}
    </>
  )
}

/** Only the newest keys are loaded, so the name of an older one is unknown. */
function nameOfMaker({ parent_key_id, created_by }: ApiKey, loaded: readonly ApiKey[]): string | null {
  if (parent_key_id === null) return created_by?.email ?? null
  return loaded.find(({ id }) => id === parent_key_id)?.name ?? 'another API key'
}
