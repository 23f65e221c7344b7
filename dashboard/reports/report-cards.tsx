import { BreakdownCard } from './breakdown-card.tsx'
import { EventsCard } from './events-card.tsx'
import { PlacesCard } from './places-card.tsx'
import { TopCard } from './top-card.tsx'
import type { View } from './view.ts'

/** The cards below the chart, which load after it. */
export function ReportCards({ view, isLive }: { view: View; isLive: boolean }) {
  const { link } = view.about
  return (
    <>
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
        {link === undefined && <TopCard view={view} />}
        <BreakdownCard view={view} card="sources" title="Sources" />
        <PlacesCard view={view} />
        <BreakdownCard view={view} card="devices" title="Devices" />
        {link !== undefined && <EventsCard view={view} isLive={isLive} />}
      </div>
      {link === undefined && <EventsCard view={view} isLive={isLive} />}
    </>
  )
}
