import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { recentClicksQuery } from '../api/analytics.ts'
import { Card } from '../parts/card.tsx'
import { LiveMark } from '../parts/click-marks.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { ClickRow } from './click-row.tsx'
import { ExportButton } from './export-button.tsx'
import { Panel } from './panel.tsx'
import { useTotal, type View } from './view.ts'

const AllClicks = lazyPart(() => import('./all-clicks.tsx'), 'AllClicks')

const shown = 6

export function EventsCard({ view, isLive }: { view: View; isLive: boolean }) {
  const [showsAll, setShowsAll] = useState(false)
  const total = useTotal(view)
  const query = useQuery(recentClicksQuery(shown, view.id, view.scope))
  return (
    <Card
      title="Recent clicks"
      aside={
        <div className="flex items-center gap-3">
          {isLive && <LiveMark />}
          <ExportButton isWide name="clicks" source={{ id: view.id, scope: view.scope, total }} />
        </div>
      }
    >
      <Panel query={query}>
        {(clicks) =>
          clicks.length === 0 ? (
            <p className="flex flex-1 items-center justify-center py-6 text-center text-dim">
              {isLive ? 'No clicks yet. New clicks appear here automatically.' : 'No clicks in this period.'}
            </p>
          ) : (
            <>
              <ul className="flex flex-col">
                {clicks.map((click) => (
                  <li key={click.id}>
                    <ClickRow click={click} showsLink={view.about.link === undefined} />
                  </li>
                ))}
              </ul>
              {clicks.length === shown && (
                <button
                  type="button"
                  className="touch-target mt-auto self-start rounded-md px-2 py-1 text-[13px] font-medium text-dim hover:bg-sunken hover:text-text"
                  onClick={() => setShowsAll(true)}
                >
                  View all<span className="sr-only"> clicks</span>
                </button>
              )}
            </>
          )
        }
      </Panel>
      {showsAll && <AllClicks view={view} onClose={() => setShowsAll(false)} />}
    </Card>
  )
}
