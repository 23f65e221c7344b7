import { ListFilter } from 'lucide-react'
import { comparisonNames } from '../format/period-names.ts'
import { buttonStyle } from '../parts/button.tsx'
import { lazyMenu } from '../parts/lazy-menu.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { Named } from '../parts/named.tsx'
import { Options } from '../parts/options.tsx'
import { useIsNarrow } from '../parts/use-is-narrow.ts'
import { FilterChips } from './filter-chips.tsx'
import { filterNames } from './filter-names.ts'
import { PeriodSwitch } from './period-switch.tsx'
import type { ReportSearch } from './search.ts'
import type { View } from './view.ts'

const FilterMenu = lazyMenu(() => import('./filter-menu.tsx'), 'FilterMenu')
/** Only phones need it. */
const FilterSheet = lazyPart(
  () => import('../parts/filter-sheet.tsx'),
  'FilterSheet',
  <span className="h-9 w-26 pointer-coarse:h-11" />,
)
const FilterPicker = lazyPart(() => import('./filter-picker.tsx'), 'FilterPicker')

const trafficNames = {
  default: 'Humans and unknown',
  human: 'Humans only',
  bot: 'Bots only',
  all: 'Include bots',
} as const

const triggerNames = { all: 'Clicks and scans', link: 'Link clicks only', qr: 'QR scans only' } as const

/** The filters and period of the page. Stays visible while scrolling. */
export function FilterBar({ view }: { view: View }) {
  const { search, change } = view
  const isNarrow = useIsNarrow()
  return (
    <div
      role="group"
      aria-label="Report filters"
      className="sticky top-0 z-20 -mx-4 mb-3 flex flex-col gap-2 border-b border-line bg-page px-4 py-2 sm:-mx-6 sm:px-6"
    >
      <div className="flex flex-wrap items-start gap-2">
        {isNarrow ? (
          <FilterSheet active={countActive(view)} onClear={() => change(noFilters)}>
            <FilterChips search={search} change={change} />
            <Choices view={view} isNamed />
            <FilterPicker view={view} onDone={() => undefined} />
          </FilterSheet>
        ) : (
          <WideFilters view={view} />
        )}
        <PeriodSwitch span={search} onChoose={change} />
      </div>
      {!isNarrow && (
        <div className="empty:hidden">
          <FilterChips search={search} change={change} />
        </div>
      )}
    </div>
  )
}

function WideFilters({ view }: { view: View }) {
  return (
    <div className="flex max-w-full min-w-0 flex-1 items-center gap-2">
      <FilterMenu
        view={view}
        trigger={
          <button type="button" className={`${buttonStyle()} h-8! text-[13px]`} aria-haspopup="dialog">
            <ListFilter aria-hidden size={14} /> Filter
          </button>
        }
      />
      <div className="ml-auto flex shrink-0 gap-2">
        <Choices view={view} />
      </div>
    </div>
  )
}

function Choices({ view: { search, change }, isNamed = false }: { view: View; isNamed?: boolean }) {
  const { traffic = 'default', trigger = 'all', compare = 'previous' } = search
  return (
    <>
      <Choice
        label="Traffic"
        names={trafficNames}
        value={traffic}
        isNamed={isNamed}
        onChoose={(value) => change({ traffic: value })}
      />
      <Choice
        label="Type"
        names={triggerNames}
        value={trigger}
        isNamed={isNamed}
        onChoose={(value) => change({ trigger: value })}
      />
      {search.period !== 'all' && (
        <Choice
          label="Compare to"
          names={comparisonNames}
          value={compare}
          isNamed={isNamed}
          onChoose={(value) => change({ compare: value === 'previous' ? undefined : value })}
        />
      )}
    </>
  )
}

/** Filters that differ from the default. */
const countActive = ({ search: { traffic = 'default', trigger = 'all', compare, ...search } }: View) =>
  [traffic !== 'default', trigger !== 'all', compare !== undefined].filter(Boolean).length +
  filterNames.filter((name) => search[name] !== undefined).length

const noFilters = Object.fromEntries(
  [...filterNames, 'traffic', 'trigger', 'compare'].map((name) => [name, undefined]),
) as ReportSearch

interface ChoiceProps<Key extends string> {
  label: string
  /** The first one is the default. */
  names: Readonly<Record<Key, string>>
  value: Key
  /** Shows the label, as in a sheet. */
  isNamed: boolean
  onChoose: (value: Key) => void
}

/** A drop-down list that is highlighted if its value is not the default. */
function Choice<Key extends string>({ label, names, value, isNamed, onChoose }: ChoiceProps<Key>) {
  const [standard] = Object.keys(names)
  const select = (
    <select
      aria-label={label}
      title={label}
      value={value}
      className={`h-8 rounded-md pointer-coarse:h-11 ${isNamed ? 'w-full' : 'max-w-44'} border px-2 text-[13px] font-medium ${value === standard ? 'border-line bg-card text-dim' : 'border-accent bg-tint text-text'}`}
      onChange={({ target }) => onChoose(target.value as Key)}
    >
      <Options of={Object.entries(names)} />
    </select>
  )
  return isNamed ? <Named label={label}>{select}</Named> : select
}
