import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Link2, type LucideIcon, Palette, RotateCw, Settings2, Smartphone, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import type { Domain, DomainStatus } from '#schemas/domains.ts'
import { hostInUrls } from '../api/domain-choice.ts'
import { domainsQuery, verifyDomain } from '../api/domains.ts'
import { messageOf } from '../api/failure.ts'
import { shortHost } from '../api/page-meta.ts'
import { quantity } from '../format/numbers.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { LookAlikeNotice } from '../parts/look-alike-notice.tsx'
import { StatePill } from '../parts/pill.tsx'
import { QuarantineNotice } from '../parts/quarantine-notice.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { DnsSteps } from './dns-steps.tsx'
import { domainStates, isWaiting } from './domain-state.ts'

interface DomainCardProps {
  domain: Domain
  onDefaults: () => void
  onSettings: () => void
  onBrand: () => void
  onApps: () => void
  onRemove: () => void
}

export function DomainCard({ domain, onDefaults, onSettings, onBrand, onApps, onRemove }: DomainCardProps) {
  const host = hostInUrls(domain.domain, shortHost)
  const isBranded = domain.type === 'branded' && domain.verification.records.length > 0
  const [showsDns, setShowsDns] = useState(isWaiting(domain))
  return (
    <div className="p-4 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <DomainName
          host={host}
          status={domain.status}
          mark={domain.is_default ? { Icon: Star, name: 'Default' } : undefined}
        />
        <div className="flex items-center gap-3 max-sm:w-full max-sm:justify-between">
          <Link
            to="/links"
            // Its number includes archived links and the trash.
            search={{ domain: domain.domain, status: 'all' }}
            className="touch-target rounded text-[13px] text-dim tabular-nums hover:text-text hover:underline"
          >
            {quantity(domain.url_count, 'link')}
          </Link>
          <div className="flex items-center gap-1">
            {isBranded && (
              <Button look="bare" aria-expanded={showsDns} onClick={() => setShowsDns(!showsDns)}>
                DNS<span className="sr-only"> for {host}</span>
              </Button>
            )}
            <IconButton Icon={Link2} title="Link defaults" onClick={onDefaults} label={`Link defaults of ${host}`} />
            <IconButton Icon={Palette} title="Page design" onClick={onBrand} label={`Page design of ${host}`} />
            <IconButton Icon={Smartphone} title="Mobile apps" onClick={onApps} label={`Mobile apps of ${host}`} />
            <IconButton Icon={Settings2} title="Settings" onClick={onSettings} label={`Settings for ${host}`} />
            <IconButton Icon={Trash2} title="Remove" onClick={onRemove} label={`Remove ${host}`} />
          </div>
        </div>
      </div>
      {domain.imitates !== undefined && <LookAlikeNotice what="This domain" imitates={domain.imitates} />}
      {domain.quarantine_reason !== null && (
        <QuarantineNotice title={`The URLs of ${host} are quarantined`} what="them" reason={domain.quarantine_reason}>
          Visitors see pages in place of its fallback URLs and store URLs. Its links are not affected.
        </QuarantineNotice>
      )}
      {isBranded && showsDns && (
        <div className="mt-4 border-t border-line pt-4">
          <DnsSteps domain={domain} />
          {domain.status !== 'disabled' && <LookNow domain={domain} />}
        </div>
      )}
    </div>
  )
}

interface DomainNameProps {
  host: string
  status: DomainStatus
  mark: { Icon: LucideIcon; name: string } | undefined
}

export const DomainName = ({ host, status, mark }: DomainNameProps) => (
  <div className="flex min-w-0 flex-1 basis-60 flex-wrap items-center gap-x-2 gap-y-1">
    <h2 className="min-w-0 font-medium wrap-anywhere">{host}</h2>
    <CopyButton text={host} label={`Copy ${host}`} />
    <StatePill states={domainStates} state={status} />
    {mark !== undefined && (
      <span className="inline-flex h-5 items-center gap-1 rounded-full bg-sunken px-2 text-xs font-medium whitespace-nowrap text-dim">
        <mark.Icon aria-hidden size={11} /> {mark.name}
      </span>
    )}
  </div>
)

function LookNow({ domain }: { domain: Domain }) {
  const queries = useQueryClient()
  const { last_checked_at, error } = domain.verification
  const look = useMutation({
    mutationFn: () => verifyDomain(domain.id),
    onSuccess(checked) {
      queries.setQueryData(domainsQuery.queryKey, (old) => old?.map((one) => (one.id === checked.id ? checked : one)))
      if (checked.status === 'verified' && domain.status !== 'verified') toast.success(`${checked.domain} is verified`)
    },
    onError: (failure) => toast.error('Could not check DNS', { description: messageOf(failure) }),
  })
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3 sm:pl-10">
      <Button disabled={look.isPending} onClick={() => look.mutate()}>
        <RotateCw aria-hidden size={14} className={look.isPending ? 'animate-spin' : ''} /> Check now
        <span className="sr-only"> {domain.domain}</span>
      </Button>
      <p role="status" className="min-w-0 flex-1 basis-48 text-[13px] [overflow-wrap:anywhere] text-dim">
        {last_checked_at === null ? (
          'Not checked yet.'
        ) : (
          <>
            Checked <RelativeTime at={last_checked_at} />.{' '}
            {error !== null && <span className="text-warn">{error.replace(/\.?$/, '.')}</span>}
          </>
        )}
      </p>
    </div>
  )
}
