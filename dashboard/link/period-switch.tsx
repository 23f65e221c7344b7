import { type PeriodName, periodNames } from '../format/periods.ts'

const short: Record<PeriodName, string> = { '24h': '24h', '7d': '7d', '30d': '30d', '90d': '90d', all: 'All' }

export function PeriodSwitch({ chosen, onChoose }: { chosen: PeriodName; onChoose: (name: PeriodName) => void }) {
  return (
    <fieldset className="ml-auto flex rounded-md border border-line bg-card p-0.5">
      <legend className="sr-only">Period</legend>
      {(Object.keys(periodNames) as PeriodName[]).map((name) => (
        <label
          key={name}
          title={periodNames[name]}
          className="flex h-7 cursor-pointer items-center rounded px-2.5 text-[13px] font-medium text-dim has-checked:bg-sunken has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="period"
            className="sr-only"
            aria-label={periodNames[name]}
            checked={name === chosen}
            onChange={() => onChoose(name)}
          />
          {short[name]}
        </label>
      ))}
    </fieldset>
  )
}
