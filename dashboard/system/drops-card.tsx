import type { SystemState } from '#schemas/system.ts'
import { BarList } from '../parts/bar-list.tsx'
import { Card } from '../parts/card.tsx'
import { ListSkeleton } from '../parts/loaded.tsx'
import { addDrops, reasonName } from './add-drops.ts'

export function DropsCard({ state }: { state: SystemState | undefined }) {
  const drops = addDrops(state?.processes ?? [])
  return (
    <Card
      title="Dropped clicks"
      aside={<span className="text-right text-xs text-dim">Since each process started</span>}
    >
      {state === undefined ? (
        <ListSkeleton rows={2} />
      ) : (
        <BarList
          bars={drops.map(({ reason, clicks }) => ({ key: reason, label: reasonName(reason), value: clicks }))}
          total={drops.reduce((sum, { clicks }) => sum + clicks, 0)}
          empty="No dropped clicks."
        />
      )}
    </Card>
  )
}
