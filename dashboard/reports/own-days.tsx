import { useState } from 'react'
import { countDays, isDay, shiftDay, writeDay } from '../format/days.ts'
import { quantity } from '../format/numbers.ts'
import { type PeriodName, periodKeys, periodNames, readOwnDays, type Span } from '../format/period-names.ts'
import { describePeriod } from '../format/periods.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Kbd } from '../parts/kbd.tsx'
import { Modal } from '../parts/modal.tsx'

interface OwnDaysProps {
  span: Span
  chosen: PeriodName | undefined
  onChoosePeriod: (name: PeriodName) => void
  onChoose: (from: string, to: string) => void
  onClose: () => void
}

/** All periods, and a custom range. Both of its days are included. */
export function OwnDays({ span, chosen, onChoosePeriod, onChoose, onClose }: OwnDaysProps) {
  const [now] = useState(() => new Date())
  const [[from, to], setDays] = useState(() => startFrom(span, now))
  const isValid = readOwnDays({ from, to }) !== undefined
  const isTurned = isDay(from) && isDay(to) && from > to
  return (
    <Modal title="Period" about="Days are in your time zone, and weeks start on Monday." onClose={onClose}>
      <ul aria-label="Periods" className="mb-4 grid grid-cols-2 gap-1 sm:grid-cols-3">
        {(Object.keys(periodNames) as PeriodName[]).map((name) => (
          <li key={name}>
            <button
              type="button"
              aria-pressed={name === chosen}
              className="flex h-8 w-full items-center justify-between rounded-md px-2.5 pointer-coarse:h-11 hover:bg-sunken aria-pressed:bg-tint"
              onClick={() => {
                onChoosePeriod(name)
                onClose()
              }}
            >
              {periodNames[name]} <Kbd>{periodKeys[name].toUpperCase()}</Kbd>
            </button>
          </li>
        ))}
      </ul>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isValid) return
          onChoose(from, to)
          onClose()
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Start date"
            type="date"
            required
            value={from}
            error={yearFault(from)}
            onChange={({ target }) => setDays([target.value, to])}
          />
          <Field
            label="End date"
            type="date"
            required
            value={to}
            error={isTurned ? 'Must be on or after the start date.' : yearFault(to)}
            onChange={({ target }) => setDays([from, target.value])}
          />
        </div>
        <div className="flex items-center justify-between gap-3">
          <p role="status" className="text-dim">
            {isValid && quantity(countDays(from, to), 'day')}
          </p>
          <Button type="submit" look="main">
            Apply
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** Browsers prevent other invalid days. */
const yearFault = (day: string) => (day === '' || isDay(day) ? undefined : 'Must be between the years 1971 and 2099.')

const firstShown = 14

/** The range shown now; the last two weeks if the current period has no fixed days. */
function startFrom(span: Span, now: Date): [string, string] {
  const { startDate, endDate } = describePeriod(span, now).scope
  const today = writeDay(now)
  return [startDate ?? shiftDay(today, 1 - firstShown), endDate ?? today]
}
