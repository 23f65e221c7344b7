import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { reportQuery } from '../api/analytics.ts'
import { lazyPart } from '../parts/lazy-part.tsx'
import { BreakdownCard } from './breakdown-card.tsx'
import { ExportButton } from './export-button.tsx'
import { Panel } from './panel.tsx'
import { toggleFilter, type View } from './view.ts'

const WorldMap = lazyPart(
  () => import('../map/world-map.tsx'),
  'WorldMap',
  <div aria-hidden className="skeleton min-h-[262px] flex-1" />,
)

export const PlacesCard = ({ view }: { view: View }) => (
  <BreakdownCard
    view={view}
    card="places"
    title="Locations"
    first={{ key: 'map', name: 'Map', content: <MapPanel view={view} /> }}
  />
)

function MapPanel({ view }: { view: View }) {
  const query = useQuery(reportQuery('location', view.id, view.scope))
  const map = useRef<HTMLDivElement>(null)
  return (
    <Panel query={query}>
      {({ countries, total_clicks }) => (
        <div ref={map} className="flex flex-1 flex-col">
          <WorldMap
            countries={countries}
            total={total_clicks}
            chosen={view.search.country}
            onChoose={(code) => toggleFilter(view, 'country', code)}
          />
          <div className="mt-1 self-end">
            <ExportButton
              name="map"
              source={{ load: async () => countries, picture: () => map.current?.querySelector('svg') }}
            />
          </div>
        </div>
      )}
    </Panel>
  )
}
