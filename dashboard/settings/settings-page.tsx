import { useCan } from '../api/rights.ts'
import { useSession } from '../api/session.ts'
import { count } from '../format/numbers.ts'
import { Card } from '../parts/card.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { AccountCard } from './account-card.tsx'
import { AuthenticatorCard } from './authenticator-card.tsx'
import { BookmarkletCard } from './bookmarklet-card.tsx'
import { ConnectionsCard } from './connections-card.tsx'
import { DestinationChecksCard } from './destination-checks-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PlanCard } from './plan-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { TimeZoneCard } from './time-zone-card.tsx'

export function SettingsPage() {
  const can = useCan()
  const { is_single_sign_on } = useSession()
  return (
    <>
      <PageHead title="Settings" about="Your account, plan, and sessions" />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="grid min-w-0 gap-5">
          <AccountCard />
          {!is_single_sign_on && <AuthenticatorCard />}
          {!is_single_sign_on && <PasskeysCard />}
          <TimeZoneCard />
          {can('members') && <DestinationChecksCard />}
          <PrivacyCard />
        </div>
        <div className="grid min-w-0 gap-5">
          <PlanCard />
          <ConnectionsCard />
          <SessionsCard />
          {can('edit') && <BookmarkletCard />}
        </div>
      </div>
    </>
  )
}

/** How visitor data is handled. It is the same for all accounts, so there are no settings. */
function PrivacyCard() {
  const { visitor_window_days: days } = useSession().installation
  return (
    <Card title="Privacy">
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-dim marker:text-line">
        <li>Full IP addresses are never stored. They are truncated before a click is recorded.</li>
        <li>
          A visitor has one anonymous ID for {days === 1 ? 'a day' : `${count(days)} days`}. The key used to create it
          is destroyed a day later.
        </li>
        <li>Visitors get no cookies, except after entering a link password.</li>
        <li>Links with tracking turned off record no clicks. Deleting a link deletes its clicks.</li>
      </ul>
    </Card>
  )
}
