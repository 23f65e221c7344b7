import { ListFilter } from 'lucide-react'
import { comparisonNames } from '../format/periods.ts'
import { buttonStyle } from '../parts/button.tsx'
import { lazyMenu } from '../parts/lazy-menu.tsx'
import { Options } from '../parts/options.tsx'
import { FilterChips } from './filter-chips.tsx'
import { PeriodSwitch } from './period-switch.tsx'
import type { View } from './view.ts'

const FilterMenu = lazyMenu(() => import('./filter-menu.tsx'), 'FilterMenu')

const trafficNames = {
  default: 'Exclude bots',
  human: 'Humans only',
  bot: 'Bots only',
  all: 'Include bots',
} as const

const triggerNames = { all: 'Clicks and scans', link: 'Link clicks only', qr: 'QR scans only' } as const

/** The filters and period of the page. Stays visible while scrolling. */
export function FilterBar({ view }: { view: View }) {
  const { search, change } = view
  const { traffic = 'default', trigger = 'all', compare = 'previous' } = search
  const hasBefore = search.period !== 'all'
  return (
    <div
      role="group"
      aria-label="Report filters"
      className="sticky top-0 z-20 -mx-4 mb-3 flex flex-wrap items-start gap-2 bg-page/95 px-4 py-2 sm:-mx-6 sm:px-6"
    >
      <div className="flex max-w-full min-w-0 items-center gap-2 max-sm:w-full max-sm:overflow-x-auto max-sm:p-0.5 max-sm:[scrollbar-width:none] sm:flex-1 sm:flex-wrap">
        <FilterMenu
          view={view}
          trigger={
            <button type="button" className={`${buttonStyle()} h-8! text-[13px]`} aria-haspopup="dialog">
              <ListFilter aria-hidden size={14} /> Filter
            </button>
          }
        />
        <FilterChips search={search} change={change} />
        <div className="flex shrink-0 gap-2 sm:ml-auto">
          <Choice
            label="Traffic"
            names={trafficNames}
            value={traffic}
            onChoose={(value) => change({ traffic: value })}
          />
          <Choice label="Type" names={triggerNames} value={trigger} onChoose={(value) => change({ trigger: value })} />
          {hasBefore && (
            <Choice
              label="Compare to"
              names={comparisonNames}
              value={compare}
              onChoose={(value) => change({ compare: value === 'previous' ? undefined : value })}
            />
          )}
        </div>
      </div>
      <PeriodSwitch span={search} onChoose={change} />
    </div>
  )
}

interface ChoiceProps<Key extends string> {
  label: string
  /** The first one is the default. */
  names: Readonly<Record<Key, string>>
  value: Key
  onChoose: (value: Key) => void
}

/** A drop-down list that is highlighted if its value is not the default. */
function Choice<Key extends string>({ label, names, value, onChoose }: ChoiceProps<Key>) {
  const [standard] = Object.keys(names)
  return (
    <select
      aria-label={label}
      title={label}
      value={value}
      className={`h-8 max-w-44 rounded-md border px-2 text-[13px] font-medium ${value === standard ? 'border-line bg-card text-dim' : 'border-accent bg-tint text-text'}`}
      onChange={({ target }) => onChoose(target.value as Key)}
    >
      <Options of={Object.entries(names)} />
    </select>
  )
}
