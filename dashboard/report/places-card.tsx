import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { reportQuery } from '../api/analytics.ts'
import type { Bar } from '../parts/bar-list.tsx'
import { TabbedCard } from '../parts/tabs.tsx'
import { Breakdown } from './breakdown.tsx'
import { Panel } from './panel.tsx'
import { cityRows, countryRows, regionRows } from './rows.ts'
import { toggleFilter, type View } from './view.ts'

const WorldMap = lazy(async () => ({ default: (await import('../map/world-map.tsx')).WorldMap }))

const tabs = [
  { key: 'map', name: 'Map' },
  { key: 'countries', name: 'Countries' },
  { key: 'regions', name: 'Regions' },
  { key: 'cities', name: 'Cities' },
] as const

const lists = {
  countries: { title: 'Countries', filter: 'country', select: countryRows },
  regions: { title: 'Regions', filter: 'region', select: regionRows },
  cities: { title: 'Cities', filter: 'city', select: cityRows },
} as const

export function PlacesCard({ view }: { view: View }) {
  const { places = 'map' } = view.search
  return (
    <TabbedCard title="Places" tabs={tabs} chosen={places} onChoose={(key) => view.change({ places: key })}>
      {places === 'map' ? <MapPanel view={view} /> : <List view={view} kind={places} />}
    </TabbedCard>
  )
}

function List({ view, kind }: { view: View; kind: keyof typeof lists }) {
  const { title, filter, select } = lists[kind]
  const query = useQuery({ ...reportQuery('location', view.id, view.scope), select })
  return (
    <Breakdown
      view={view}
      title={title}
      query={query}
      filter={filter}
      {...(kind === 'countries' && { icon: countryCode })}
    />
  )
}

const countryCode = ({ key }: Bar) => (
  <span aria-hidden className="w-5 shrink-0 font-mono text-xs text-dim">
    {key === '' ? '··' : key.toUpperCase()}
  </span>
)

function MapPanel({ view }: { view: View }) {
  const query = useQuery(reportQuery('location', view.id, view.scope))
  return (
    <Panel query={query}>
      {({ countries, total_clicks }) => (
        <Suspense fallback={<div aria-hidden className="skeleton min-h-[262px] flex-1" />}>
          <WorldMap
            countries={countries}
            total={total_clicks}
            chosen={view.search.country}
            onChoose={(code) => toggleFilter(view, 'country', code)}
          />
        </Suspense>
      )}
    </Panel>
  )
}
