import { useQuery } from '@tanstack/react-query'
import { Globe } from 'lucide-react'
import { reportQuery } from '../api/analytics.ts'
import { TabbedCard } from '../parts/tabs.tsx'
import { Breakdown } from './breakdown.tsx'
import { referrerRows, utmCampaignRows, utmMediumRows, utmSourceRows } from './rows.ts'
import type { View } from './view.ts'

const tabs = [
  { key: 'referrers', name: 'Referrers' },
  { key: 'utm_source', name: 'UTM source' },
  { key: 'utm_medium', name: 'Medium' },
  { key: 'utm_campaign', name: 'Campaign' },
] as const

export function SourcesCard({ view }: { view: View }) {
  const { sources = 'referrers' } = view.search
  return (
    <TabbedCard title="Sources" tabs={tabs} chosen={sources} onChoose={(key) => view.change({ sources: key })}>
      {sources === 'referrers' ? <Referrers view={view} /> : <Utm view={view} name={sources} />}
    </TabbedCard>
  )
}

function Referrers({ view }: { view: View }) {
  const query = useQuery({ ...reportQuery('referrers', view.id, view.scope), select: referrerRows })
  return (
    <Breakdown
      view={view}
      title="Referrers"
      query={query}
      filter="referrer"
      icon={() => <Globe aria-hidden size={14} className="shrink-0 text-dim" />}
      empty="No click of this period says where it came from."
    />
  )
}

const utm = {
  utm_source: { title: 'UTM sources', select: utmSourceRows },
  utm_medium: { title: 'UTM media', select: utmMediumRows },
  utm_campaign: { title: 'UTM campaigns', select: utmCampaignRows },
} as const

function Utm({ view, name }: { view: View; name: keyof typeof utm }) {
  const { title, select } = utm[name]
  const query = useQuery({ ...reportQuery('utm', view.id, view.scope), select })
  return (
    <Breakdown
      view={view}
      title={title}
      query={query}
      filter={name}
      empty="No click of this period has this UTM parameter."
    />
  )
}
