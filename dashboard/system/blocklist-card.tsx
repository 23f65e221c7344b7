import type { SystemState } from '#schemas/system.ts'
import { quantity } from '../format/numbers.ts'
import { Card } from '../parts/card.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'

/** The hosts that links may not redirect to. A list that cannot be read is also among the problems. */
export const BlocklistCard = ({ blocklist }: { blocklist: SystemState['blocklist'] }) => (
  <Card title="Blocklist">
    {blocklist === null ? (
      <p className="text-[13px] text-dim">
        Not configured. Set <code>BLOCKLIST</code> to refuse links to harmful hosts.
      </p>
    ) : (
      <p className="text-[13px] text-dim">
        {blocklist.changed_at === null ? (
          'Not loaded yet.'
        ) : (
          <>
            {quantity(blocklist.hosts, 'host')}, changed <RelativeTime at={blocklist.changed_at} />
          </>
        )}
        {blocklist.problem !== null && <span className="text-warn"> Last update failed: {blocklist.problem}</span>}
      </p>
    )}
  </Card>
)
