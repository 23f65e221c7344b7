import type { QueueName } from '#schemas/queues.ts'
import type { SystemState } from '#schemas/system.ts'
import { count } from '../format/numbers.ts'
import { Card } from '../parts/card.tsx'
import { ListSkeleton } from '../parts/loaded.tsx'

const names: Record<string, string> = {
  clicks: 'Clicks',
  qr: 'QR codes',
  webhooks: 'Webhooks',
  destinations: 'Previews',
  imports: 'Imports',
} satisfies Record<QueueName, string>
const columns = ['waiting', 'active', 'delayed', 'failed'] as const

export const QueuesCard = ({ state }: { state: SystemState | undefined }) => (
  <Card title="Queues">
    {state === undefined ? (
      <ListSkeleton rows={Object.keys(names).length} />
    ) : state.queues === null ? (
      <p className="py-6 text-center text-dim">Unavailable, because Redis is not responding.</p>
    ) : (
      <table className="w-full table-fixed tabular-nums">
        <thead>
          <tr className="h-9 text-xs text-dim sm:text-[13px]">
            <th scope="col" className="w-[28%] text-left font-normal">
              Queue
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="text-right font-normal first-letter:uppercase">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {state.queues.map((queue) => (
            <tr key={queue.name} className="h-11 border-t border-line">
              <th scope="row" className="text-left font-medium">
                {names[queue.name] ?? queue.name}
              </th>
              {columns.map((column) => (
                <td key={column} className={`text-right ${queue[column] === 0 ? 'text-dim' : ''}`}>
                  {count(queue[column])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </Card>
)
