import { CalendarDays } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { daysName } from '../format/days.ts'
import {
  type PeriodName,
  periodKeys,
  periodNames,
  readOwnDays,
  type Span,
  standardPeriod,
} from '../format/period-names.ts'
import { isOverlayOpen, isTyping } from '../parts/is-typing.ts'
import { lazyPart } from '../parts/lazy-part.tsx'

const OwnDays = lazyPart(() => import('./own-days.tsx'), 'OwnDays')

interface PeriodSwitchProps {
  span: Span
  /** Receives all members of the period; undefined is the default. */
  onChoose: (span: Span) => void
}

/** Shown as buttons. The dialog has all periods. */
const shownPeriods = ['24h', '7d', '30d', '90d', '12m', 'all'] as const satisfies PeriodName[]
const isShown = (name: PeriodName): boolean => shownPeriods.some((shown) => shown === name)

const spanOf = (name: PeriodName): Span => ({
  period: name === standardPeriod ? undefined : name,
  from: undefined,
  to: undefined,
})

export function PeriodSwitch({ span, onChoose }: PeriodSwitchProps) {
  const [isAsked, setIsAsked] = useState(false)
  const own = readOwnDays(span)
  const chosen = own === undefined ? (span.period ?? standardPeriod) : undefined
  const other = chosen !== undefined && !isShown(chosen) ? periodNames[chosen] : undefined
  const named = own === undefined ? other : daysName(own.startDate, own.endDate)
  usePeriodKeys((name) => onChoose(spanOf(name)))
  return (
    <fieldset className="flex max-w-full flex-wrap rounded-md border border-line bg-card p-0.5">
      <legend className="sr-only">Period</legend>
      {shownPeriods.map((name) => (
        <label
          key={name}
          title={`${periodNames[name]} (${periodKeys[name].toUpperCase()})`}
          className="flex h-7 cursor-pointer items-center rounded px-2 pointer-coarse:h-11 pointer-coarse:min-w-11 pointer-coarse:justify-center text-[13px] font-medium text-dim has-checked:bg-sunken has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent sm:px-2.5"
        >
          <input
            type="radio"
            name="period"
            className="sr-only"
            aria-label={periodNames[name]}
            checked={name === chosen}
            onChange={() => onChoose(spanOf(name))}
          />
          {name === 'all' ? 'All' : name}
        </label>
      ))}
      <button
        type="button"
        title="More periods"
        aria-pressed={named !== undefined}
        className="flex h-7 items-center gap-1.5 rounded px-2 pointer-coarse:h-11 pointer-coarse:min-w-11 pointer-coarse:justify-center text-[13px] font-medium text-dim hover:text-text aria-pressed:bg-sunken aria-pressed:text-text"
        onClick={() => setIsAsked(true)}
      >
        <CalendarDays aria-hidden size={14} className="shrink-0" />
        {named === undefined ? (
          <span className="sr-only">More periods</span>
        ) : (
          <span className="whitespace-nowrap">{named}</span>
        )}
      </button>
      {isAsked && (
        <OwnDays
          span={span}
          chosen={chosen}
          onClose={() => setIsAsked(false)}
          onChoosePeriod={(name) => onChoose(spanOf(name))}
          onChoose={(from, to) => onChoose({ period: undefined, from, to })}
        />
      )}
    </fieldset>
  )
}

/** Single letters choose a period while nothing is typed into. */
function usePeriodKeys(onChoose: (name: PeriodName) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, repeat, target } = event
    if (ctrlKey || metaKey || altKey || repeat || isTyping(target) || isOverlayOpen()) return
    const name = (Object.keys(periodKeys) as PeriodName[]).find((each) => periodKeys[each] === key.toLowerCase())
    if (name === undefined) return
    event.preventDefault()
    onChoose(name)
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
