import { useQuery } from '@tanstack/react-query'
import { Check, Minus } from 'lucide-react'
import { mostDomains, mostKeys } from '#schemas/account-limits.ts'
import type { Feature } from '#schemas/accounts.ts'
import { planQuery, usageQuery } from '../api/settings.ts'
import { capitalized } from '../format/names.ts'
import { count } from '../format/numbers.ts'
import { Card } from '../parts/card.tsx'
import { ListSkeleton } from '../parts/loaded.tsx'
import { Trouble } from '../parts/trouble.tsx'

const featureNames = {
  device_analytics: 'Device analytics',
  utm_analytics: 'UTM analytics',
  traffic_source_analytics: 'Traffic sources',
  webhooks: 'Webhooks',
} as const satisfies Record<Feature, string>
const featureRows = Object.entries(featureNames) as [Feature, string][]

/** One in this many requests of an API key may be for analytics. */
const analyticsPart = 4

export function PlanCard() {
  const plan = useQuery(planQuery)
  const usage = useQuery(usageQuery)
  const broken = [plan, usage].find(({ isLoadingError }) => isLoadingError)
  const limit = plan.data?.plan.requests_per_minute
  return (
    <Card
      title="Plan and usage"
      aside={
        plan.data && (
          <span className="rounded-full bg-tint px-2.5 py-0.5 text-xs font-medium text-accent">
            {capitalized(plan.data.plan.name)}
          </span>
        )
      }
    >
      {broken !== undefined ? (
        <Trouble query={broken} />
      ) : plan.data === undefined || usage.data === undefined || limit === undefined ? (
        <ListSkeleton rows={8} />
      ) : (
        <>
          <dl className="flex flex-col">
            <Figure name="Links (including trash)" value={count(usage.data.links)} />
            <Figure name="Campaigns" value={count(usage.data.campaigns)} />
            <Figure name="Domains" value={count(usage.data.domains)} />
            <Figure name="API keys" value={count(usage.data.api_keys)} />
            <Figure
              name="Clicks this month (UTC)"
              value={usage.data.clicks_this_month === null ? 'Unavailable' : count(usage.data.clicks_this_month)}
            />
            <Figure name="API requests per minute, per key" value={count(limit)} />
            <Figure name="Analytics requests per minute" value={count(limit / analyticsPart)} />
          </dl>
          <ul
            aria-label="Plan features"
            className="mt-3 grid gap-x-4 gap-y-1.5 border-t border-line pt-3 sm:grid-cols-2"
          >
            {featureRows.map(([feature, name]) => (
              <FeatureRow key={feature} name={name} isThere={plan.data.plan.features.includes(feature)} />
            ))}
          </ul>
          <p className="mt-3 text-[13px] text-dim">
            Links, campaigns, and clicks are unlimited. An account can have up to {count(mostDomains)} domains and{' '}
            {mostKeys} API keys.
          </p>
        </>
      )}
    </Card>
  )
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div className="flex min-h-8 items-center justify-between gap-3">
    <dt className="text-dim">{name}</dt>
    <dd className="font-medium tabular-nums">{value}</dd>
  </div>
)

const FeatureRow = ({ name, isThere }: { name: string; isThere: boolean }) => {
  const Icon = isThere ? Check : Minus
  return (
    <li className="flex items-center gap-2">
      <Icon aria-hidden size={14} className={isThere ? 'text-good' : 'text-dim'} />
      <span className={isThere ? '' : 'text-dim'}>{name}</span>
      {!isThere && <span className="text-[13px] text-dim">(not included)</span>}
    </li>
  )
}
