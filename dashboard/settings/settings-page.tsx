import { PageHead } from '../parts/page-head.tsx'
import { AccountCard } from './account-card.tsx'
import { PlanCard } from './plan-card.tsx'
import { PrivacyCard } from './privacy-card.tsx'
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
