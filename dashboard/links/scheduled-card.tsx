import type { ScheduledChange } from '#schemas/schedules.ts'
import { fullMoment } from '../format/days.ts'
import { changeTexts } from '../format/schedule-text.ts'
import { Card } from '../parts/card.tsx'

/** What changes at which time, earliest first. */
export const ScheduledCard = ({ schedules }: { schedules: readonly ScheduledChange[] }) => (
  <Card title="Scheduled changes">
    <ol>
      {schedules.map(({ id, at, changes }) => (
        <li
          key={id}
          className="flex flex-col gap-x-6 gap-y-0.5 border-t border-line py-2.5 first:border-t-0 sm:flex-row"
        >
          <time dateTime={at} className="shrink-0 text-dim sm:w-44">
            {fullMoment(new Date(at))}
          </time>
          <ul className="min-w-0">
            {changeTexts(changes).map((text) => (
              <li key={text} className="wrap-anywhere">
                {text}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  </Card>
)
