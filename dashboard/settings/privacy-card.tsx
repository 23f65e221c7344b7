import { useSession } from '../api/session.ts'
import { count } from '../format/numbers.ts'
import { Card } from '../parts/card.tsx'

/** What is kept of visitors: the same for all accounts, so there is nothing to switch off. */
export function PrivacyCard() {
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
