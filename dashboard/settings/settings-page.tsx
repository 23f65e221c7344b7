import { useSession } from '../api/session.ts'
import { count } from '../format/numbers.ts'
import { Card } from '../parts/card.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { AccountCard } from './account-card.tsx'
import { PlanCard } from './plan-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { TimeZoneCard } from './time-zone-card.tsx'

export const SettingsPage = () => (
  <>
    <PageHead title="Settings" about="Yours, and what your plan allows" />
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="grid min-w-0 gap-5">
        <AccountCard />
        <TimeZoneCard />
        <PrivacyCard />
      </div>
      <div className="grid min-w-0 gap-5">
        <PlanCard />
        <SessionsCard />
      </div>
    </div>
  </>
)

/** What is kept of visitors: the same for all accounts, so there is nothing to switch off. */
function PrivacyCard() {
  const { visitor_window_days: days } = useSession().installation
  return (
    <Card title="Privacy">
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-dim marker:text-line">
        <li>No full IP address is stored: it is cut to its network before a click is written down.</li>
        <li>
          A visitor keeps one anonymous id for {days === 1 ? 'a day' : `${count(days)} days`}. The key that it is made
          with is destroyed a day later.
        </li>
        <li>Visitors get no cookie, but for a password that they typed in.</li>
        <li>A link whose tracking is off records no clicks at all. Whoever deletes a link deletes its clicks.</li>
      </ul>
    </Card>
  )
}
