import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Globe, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Domain } from '#schemas/domains.ts'
import { curlPost } from '../api/call-text.ts'
import { baseDomain } from '../api/domain-choice.ts'
import { domainsQuery } from '../api/domains.ts'
import { shortHost } from '../api/page-meta.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { ListSkeleton } from '../parts/loaded.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { TroubleCard } from '../parts/trouble.tsx'
import { DomainCard, DomainName } from './domain-card.tsx'
import { isWaiting } from './domain-state.ts'

const AddDialog = lazyPart(() => import('./add-dialog.tsx'), 'AddDialog')
const SettingsDialog = lazyPart(() => import('./settings-dialog.tsx'), 'SettingsDialog')
const RemoveDialog = lazyPart(() => import('./remove-dialog.tsx'), 'RemoveDialog')

/** Refresh interval while waiting for DNS. */
const lookMs = 10_000

type Open = { dialog: 'add' } | { dialog: 'settings' | 'remove'; domain: Domain }

export function DomainsPage() {
  const query = useQuery({
    ...domainsQuery,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isWaiting) === true ? lookMs : false),
  })
  const { data } = query
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const add = (
    <Button Icon={Plus} look="main" onClick={() => setOpen({ dialog: 'add' })}>
      Add domain
    </Button>
  )
  return (
    <>
      <PageHead title="Domains" about="Domains for your short links">
        {add}
      </PageHead>
      {query.isLoadingError ? (
        <TroubleCard query={query} />
      ) : (
        <ul aria-label="Domains" className="card divide-y divide-line">
          <li>
            <BaseDomain />
          </li>
          {data === undefined ? (
            <li className="p-4">
              <ListSkeleton rows={2} />
            </li>
          ) : (
            data.map((domain) => (
              <li key={domain.id}>
                <DomainCard
                  domain={domain}
                  onSettings={() => setOpen({ dialog: 'settings', domain })}
                  onRemove={() => setOpen({ dialog: 'remove', domain })}
                />
              </li>
            ))
          )}
        </ul>
      )}
      {data?.length === 0 && (
        <div className="mt-5">
          <EmptyState
            about="Use your own domain or reserve a subdomain, so that visitors recognize your links."
            action="Add domain"
            onAct={() => setOpen({ dialog: 'add' })}
            command={curlPost('/domains/branded', { domain: 'go.example.com' })}
          />
        </div>
      )}
      {open?.dialog === 'add' && <AddDialog onClose={close} />}
      {open?.dialog === 'settings' && <SettingsDialog domain={open.domain} onClose={close} />}
      {open?.dialog === 'remove' && <RemoveDialog domain={open.domain} onClose={close} />}
    </>
  )
}

/** The base domain belongs to the installation and has no settings here. */
const BaseDomain = () => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-2 p-4 sm:px-5">
    <DomainName host={shortHost} status="verified" mark={{ Icon: Globe, name: 'Base domain' }} />
    <Link
      to="/links"
      search={{ domain: baseDomain }}
      className="rounded text-[13px] text-dim hover:text-text hover:underline"
    >
      View links
    </Link>
  </div>
)
