import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Globe, Link2, Palette, Plus, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { Domain } from '#schemas/domains.ts'
import { curlPost } from '../api/call-text.ts'
import { baseDomain, hostInUrls } from '../api/domain-choice.ts'
import { appsOf, baseApps, baseAppsQuery, baseBrand, brandOf } from '../api/domain-settings.ts'
import { baseDomainQuery, domainsQuery } from '../api/domains.ts'
import { linkDefaultsQuery } from '../api/link-defaults.ts'
import { shortHost } from '../api/page-meta.ts'
import { useSession } from '../api/session.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { ListSkeleton } from '../parts/loaded.tsx'
import { LoadedDialog } from '../parts/loaded-dialog.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { TroubleCard } from '../parts/trouble.tsx'
import { DomainCard, DomainName } from './domain-card.tsx'
import { isWaiting } from './domain-state.ts'

const AddDialog = lazyPart(() => import('./add-dialog.tsx'), 'AddDialog')
const SettingsDialog = lazyPart(() => import('./settings-dialog.tsx'), 'SettingsDialog')
const BrandDialog = lazyPart(() => import('./brand-dialog.tsx'), 'BrandDialog')
const AppsDialog = lazyPart(() => import('./apps-dialog.tsx'), 'AppsDialog')
const DefaultsDialog = lazyPart(() => import('./defaults-dialog.tsx'), 'DefaultsDialog')
const RemoveDialog = lazyPart(() => import('./remove-dialog.tsx'), 'RemoveDialog')

/** Refresh interval while waiting for DNS. */
const lookMs = 10_000

type Open =
  | { dialog: 'add' | 'base-brand' | 'base-apps' | 'base-defaults' }
  | { dialog: 'settings' | 'defaults' | 'brand' | 'apps' | 'remove'; domain: Domain }

export function DomainsPage() {
  const query = useQuery({
    ...domainsQuery,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isWaiting) === true ? lookMs : false),
  })
  const { data } = query
  useQuery(baseDomainQuery)
  const [open, setOpen] = useState<Open | null>(null)
  const add = (
    <Button Icon={Plus} look="main" onClick={() => setOpen({ dialog: 'add' })}>
      Add domain
    </Button>
  )
  return (
    <>
      <PageHead title="Domains" about="Domains for your short links">
        {data?.length !== 0 && add}
      </PageHead>
      {query.isLoadingError ? (
        <TroubleCard query={query} />
      ) : (
        <ul aria-label="Domains" className="card divide-y divide-line">
          <li>
            <BaseDomain
              onDefaults={() => setOpen({ dialog: 'base-defaults' })}
              onBrand={() => setOpen({ dialog: 'base-brand' })}
              onApps={() => setOpen({ dialog: 'base-apps' })}
            />
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
                  onDefaults={() => setOpen({ dialog: 'defaults', domain })}
                  onSettings={() => setOpen({ dialog: 'settings', domain })}
                  onBrand={() => setOpen({ dialog: 'brand', domain })}
                  onApps={() => setOpen({ dialog: 'apps', domain })}
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
            Icon={Globe}
            title="Your own domains will appear here"
            about="Use your own domain or reserve a subdomain, so that visitors recognize your links."
            action="Add domain"
            onAct={() => setOpen({ dialog: 'add' })}
            command={curlPost('/domains/branded', { domain: 'go.example.com' })}
          />
        </div>
      )}
      {open !== null && <Dialogs open={open} onClose={() => setOpen(null)} />}
    </>
  )
}

function Dialogs({ open, onClose }: { open: Open; onClose: () => void }) {
  const base = useQuery(baseDomainQuery)
  return (
    <>
      {open.dialog === 'add' && <AddDialog onClose={onClose} />}
      {open.dialog === 'settings' && <SettingsDialog domain={open.domain} onClose={onClose} />}
      {open.dialog === 'brand' && (
        <BrandDialog
          host={hostInUrls(open.domain.domain, shortHost)}
          brand={open.domain.brand}
          setting={brandOf(open.domain.id)}
          onClose={onClose}
        />
      )}
      {open.dialog === 'base-brand' && (
        <LoadedDialog title="Page design" query={base} onClose={onClose}>
          {({ brand }) => <BrandDialog host={shortHost} brand={brand} setting={baseBrand} onClose={onClose} />}
        </LoadedDialog>
      )}
      {open.dialog === 'apps' && (
        <AppsDialog
          host={hostInUrls(open.domain.domain, shortHost)}
          apps={open.domain.app_links}
          setting={appsOf(open.domain.id)}
          onClose={onClose}
        />
      )}
      {open.dialog === 'base-apps' && <BaseApps onClose={onClose} />}
      {open.dialog === 'defaults' && (
        <Defaults domainId={open.domain.id} host={hostInUrls(open.domain.domain, shortHost)} onClose={onClose} />
      )}
      {open.dialog === 'base-defaults' && <Defaults domainId="standard" host={shortHost} onClose={onClose} />}
      {open.dialog === 'remove' && <RemoveDialog domain={open.domain} onClose={onClose} />}
    </>
  )
}

function BaseApps({ onClose }: { onClose: () => void }) {
  return (
    <LoadedDialog title="Mobile apps" query={useQuery(baseAppsQuery)} onClose={onClose}>
      {({ app_links }) => <AppsDialog host={shortHost} apps={app_links} setting={baseApps} onClose={onClose} />}
    </LoadedDialog>
  )
}

function Defaults(props: { domainId: string; host: string; onClose: () => void }) {
  return (
    <LoadedDialog title="Link defaults" query={useQuery(linkDefaultsQuery)} onClose={props.onClose}>
      {(all) => <DefaultsDialog {...props} all={all} />}
    </LoadedDialog>
  )
}

interface BaseDomainProps {
  onDefaults: () => void
  onBrand: () => void
  onApps: () => void
}

/** The base domain belongs to the installation, and only its owner designs its pages and sets its apps. */
function BaseDomain({ onDefaults, onBrand, onApps }: BaseDomainProps) {
  const { is_owner } = useSession().installation
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 p-4 sm:px-5">
      <DomainName host={shortHost} status="verified" mark={{ Icon: Globe, name: 'Base domain' }} />
      <div className="flex items-center gap-3 max-sm:w-full max-sm:justify-between">
        <Link
          to="/links"
          search={{ domain: baseDomain }}
          className="touch-target rounded text-[13px] text-dim hover:text-text hover:underline"
        >
          View links
        </Link>
        <div className="flex items-center gap-1">
          <IconButton Icon={Link2} title="Link defaults" onClick={onDefaults} label={`Link defaults of ${shortHost}`} />
          {is_owner && (
            <>
              <IconButton Icon={Palette} title="Page design" onClick={onBrand} label={`Page design of ${shortHost}`} />
              <IconButton
                Icon={Smartphone}
                title="Mobile apps"
                onClick={onApps}
                label={`Mobile apps of ${shortHost}`}
              />
            </>
          )}
        </div>
      </div>
    </div>
  )
}
