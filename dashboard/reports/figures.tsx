import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { comparisonOf, type Report, reportQuery } from '../api/analytics.ts'
import { growth } from '../format/numbers.ts'
import { comparisonNames } from '../format/period-names.ts'
import { Delta, FigureValue, figureStyle } from '../parts/tile.tsx'
import { Trouble } from '../parts/trouble.tsx'
import type { Before } from './scope.ts'
import type { Chosen } from './search.ts'
import type { View } from './view.ts'

/** The same metrics for one link and for all links. */
const figuresOf = (overview: Report<'overview'>) => ({
  clicks: overview.total_clicks,
  visitors: overview.unique_visitors,
  scans: 'qr_scans' in overview ? overview.qr_scans : overview.total_scans,
  bots: overview.bot_clicks,
})

interface FiguresProps {
  view: View
  before: Before | undefined
}

const cell = 'relative min-w-0 px-4 py-3 text-left sm:px-5 sm:py-4'

/** Metrics above the chart: two that the chart can show, and two that filter the page. */
export function Figures({ view, before }: FiguresProps) {
  const { id, scope, search, change } = view
  const current = useQuery(reportQuery('overview', id, scope))
  const compared = useQuery({
    ...reportQuery('overview', id, before?.totals ?? scope),
    ...(before && comparisonOf<Report<'overview'>>(before.name)),
    enabled: before !== undefined,
  })
  if (current.isLoadingError) {
    return (
      <div className="border-b border-line p-5">
        <Trouble query={current} />
      </div>
    )
  }
  const now = current.data && figuresOf(current.data)
  const then = before !== undefined && compared.data !== undefined ? figuresOf(compared.data) : undefined
  const against = comparisonNames[search.compare ?? 'previous'].toLowerCase()
  const { metric = 'clicks', traffic = 'default', trigger = 'all' } = search
  return (
    <fieldset
      aria-busy={current.isPlaceholderData}
      className={`grid grid-cols-2 border-b border-line transition-opacity lg:grid-cols-4 ${current.isPlaceholderData ? 'opacity-60' : ''}`}
    >
      <legend className="sr-only">Metrics</legend>
      {(['clicks', 'visitors'] as const).map((name) => (
        <MetricChoice key={name} name={name} isChosen={metric === name} onChoose={() => change({ metric: name })}>
          <Value value={now?.[name]} />
          <span className="block min-h-5 text-[13px] text-dim">
            {now && then && <Delta change={growth(now[name], then[name])} against={against} />}
          </span>
        </MetricChoice>
      ))}
      <Narrowing
        name="QR scans"
        value={now?.scans}
        isOn={trigger === 'qr'}
        note="Included in clicks"
        onToggle={() => change({ trigger: trigger === 'qr' ? 'all' : 'qr' })}
      />
      <Narrowing
        name="Bots"
        value={now?.bots}
        isOn={traffic === 'bot'}
        note={traffic === 'default' || traffic === 'human' ? 'Not counted in clicks' : 'Included in clicks'}
        onToggle={() => change({ traffic: traffic === 'bot' ? 'default' : 'bot' })}
      />
    </fieldset>
  )
}

const Value = ({ value }: { value: number | undefined }) => (
  <span className={`mt-0.5 block ${figureStyle}`}>
    <FigureValue value={value} />
  </span>
)

interface MetricChoiceProps {
  name: Chosen<'metric'>
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}

const metricNames = { clicks: 'Clicks', visitors: 'Visitors' }

const MetricChoice = ({ name, isChosen, onChoose, children }: MetricChoiceProps) => (
  <label
    className={`${cell} cursor-pointer border-line hover:bg-sunken/50 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent max-lg:border-b ${name === 'clicks' ? 'rounded-tl-xl border-r' : 'lg:border-r max-lg:rounded-tr-xl'}`}
  >
    <input
      type="radio"
      name="metric"
      className="sr-only"
      aria-label={`Chart ${name}`}
      checked={isChosen}
      onChange={onChoose}
    />
    <span className={`text-[13px] ${isChosen ? 'font-medium text-text' : 'text-dim'}`}>{metricNames[name]}</span>
    {children}
    {isChosen && <span aria-hidden className="absolute inset-x-0 -bottom-px h-0.5 bg-accent" />}
  </label>
)

interface NarrowingProps {
  name: string
  value: number | undefined
  note: string
  isOn: boolean
  onToggle: () => void
}

const Narrowing = ({ name, value, note, isOn, onToggle }: NarrowingProps) => (
  <button
    type="button"
    aria-pressed={isOn}
    title={isOn ? 'Show all clicks' : `${name} only`}
    className={`${cell} border-line hover:bg-sunken/50 focus-visible:-outline-offset-2 aria-pressed:bg-tint ${name === 'Bots' ? 'lg:rounded-tr-xl' : 'border-r'}`}
    onClick={onToggle}
  >
    <span className="text-[13px] text-dim">{name}</span>
    <Value value={value} />
    <span className="flex h-5 items-center text-[13px] text-dim">{value !== undefined && note}</span>
  </button>
)
