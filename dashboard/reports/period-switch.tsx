import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { daysName } from '../format/days.ts'
import { type PeriodName, periodNames, readOwnDays, type Span, standardPeriod } from '../format/periods.ts'
import { lazyPart } from '../parts/lazy-part.tsx'

const OwnDays = lazyPart(() => import('./own-days.tsx'), 'OwnDays')

interface PeriodSwitchProps {
  span: Span
  /** Receives all members of the period; undefined is the default. */
  onChoose: (span: Span) => void
}

export function PeriodSwitch({ span, onChoose }: PeriodSwitchProps) {
  const [isAsked, setIsAsked] = useState(false)
  const own = readOwnDays(span)
  const chosen = own === undefined ? (span.period ?? standardPeriod) : undefined
  return (
    <fieldset className="flex max-w-full flex-wrap rounded-md border border-line bg-card p-0.5">
      <legend className="sr-only">Period</legend>
      {(Object.keys(periodNames) as PeriodName[]).map((name) => (
        <label
          key={name}
          title={periodNames[name]}
          className="flex h-7 cursor-pointer items-center rounded px-2 text-[13px] font-medium text-dim has-checked:bg-sunken has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent sm:px-2.5"
        >
          <input
            type="radio"
            name="period"
            className="sr-only"
            aria-label={periodNames[name]}
            checked={name === chosen}
            onChange={() =>
              onChoose({ period: name === standardPeriod ? undefined : name, from: undefined, to: undefined })
            }
          />
          {name === 'all' ? 'All' : name}
        </label>
      ))}
      <button
        type="button"
        aria-pressed={own !== undefined}
        className="flex h-7 items-center gap-1.5 rounded px-2 text-[13px] font-medium text-dim hover:text-text aria-pressed:bg-sunken aria-pressed:text-text"
        onClick={() => setIsAsked(true)}
      >
        <CalendarDays aria-hidden size={14} className="shrink-0" />
        {own === undefined ? (
          <span className="sr-only">Custom range</span>
        ) : (
          <span className="whitespace-nowrap">{daysName(own.startDate, own.endDate)}</span>
        )}
      </button>
      {isAsked && (
        <OwnDays
          span={span}
          onClose={() => setIsAsked(false)}
          onChoose={(from, to) => onChoose({ period: undefined, from, to })}
        />
      )}
    </fieldset>
  )
}
