import type { SystemState } from '#schemas/system.ts'
import { BarList } from '../parts/bar-list.tsx'
import { Card } from '../parts/card.tsx'
import { ListSkeleton } from '../parts/loaded.tsx'
import { addDrops, reasonName } from './add-drops.ts'

/** Clicks that are counted nowhere, and why. */
export function DropsCard({ state }: { state: SystemState | undefined }) {
  const drops = addDrops(state?.processes ?? [])
  return (
    <Card
      title="Clicks that went no further"
      aside={<span className="text-right text-xs text-dim">since each process started</span>}
    >
      {state === undefined ? (
        <ListSkeleton rows={2} />
      ) : (
        <BarList
          bars={drops.map(({ reason, clicks }) => ({ key: reason, label: reasonName(reason), value: clicks }))}
          total={drops.reduce((sum, { clicks }) => sum + clicks, 0)}
          empty="None: every click was stored."
        />
      )}
    </Card>
  )
}
