import type { ReactNode } from 'react'
import type { FullExperiment, VariantFigures } from '../api/experiments.ts'
import { compact, count, lift, probability, rate } from '../format/numbers.ts'
import { Card } from '../parts/card.tsx'
import { HiddenTable } from '../parts/hidden-table.tsx'
import { Shares } from './shares.tsx'
import { describeStanding } from './standing.ts'
import { VariantName } from './variant-name.tsx'
import { scaleFor } from './whisker-scale.ts'
import { Axis, Whisker } from './whiskers.tsx'

/** Name, five figures, and the confidence interval, which takes the remaining width. */
const columns =
  'lg:grid lg:grid-cols-[minmax(0,1.3fr)_4.5rem_5.5rem_4.5rem_4.5rem_6.5rem_minmax(0,1.1fr)] lg:items-center lg:gap-x-4'

/** The results of each variant. The first one is the baseline. */
export function VariantFiguresCard({ full }: { full: FullExperiment }) {
  const { test, analytics } = full
  if (!test.conversions_enabled) return <Shares full={full} />
  const scale = scaleFor(analytics.map(({ interval }) => interval))
  const { leader } = describeStanding(full)
  return (
    <Card
      title="Variants"
      aside={<p className="text-right text-xs text-dim">Bars: {test.confidence_level}% confidence interval</p>}
    >
      <div aria-hidden className={`hidden pb-2 text-right text-xs text-dim ${columns}`}>
        <span className="text-left">Variant</span>
        <span>{full.kind === 'qr' ? 'Scans' : 'Clicks'}</span>
        <span>Conversions</span>
        <span>Rate</span>
        <span>Lift</span>
        <span>p-value</span>
      </div>
      <ul aria-label="Variants">
        {analytics.map((variant, index) => (
          <li key={variant.id} className={`border-t border-line py-3 ${columns}`}>
            <VariantName variant={variant} index={index} leads={leader === index} />
            <Figures full={full} variant={variant} index={index} />
            <Whisker scale={scale} variant={variant} against={index === 0 ? undefined : analytics[0]} />
          </li>
        ))}
      </ul>
      <div className={columns}>
        <div className="lg:col-start-7">
          <Axis scale={scale} />
        </div>
      </div>
      <HiddenTable
        caption={`Variants with ${test.confidence_level}% confidence intervals`}
        columns={tableColumns}
        rows={analytics.map((variant) => ({ key: variant.id, cells: cellsOf(variant) }))}
      />
    </Card>
  )
}

interface FiguresProps {
  full: FullExperiment
  variant: VariantFigures
  index: number
}

function Figures({ full: { kind, test }, variant, index }: FiguresProps) {
  const { clicks, conversions, conversion_rate, uplift, significance } = variant
  const isFirst = index === 0
  const isCollecting = test.status !== 'draft' && clicks < test.min_sample_size
  return (
    <dl className="mt-3 grid grid-cols-3 gap-y-3 tabular-nums lg:contents">
      <Figure name={kind === 'qr' ? 'Scans' : 'Clicks'} title={count(clicks)}>
        {compact(clicks)}
        {isCollecting && <span className="block text-xs font-normal text-dim">of {compact(test.min_sample_size)}</span>}
      </Figure>
      <Figure name="Conversions" title={count(conversions)}>
        {compact(conversions)}
      </Figure>
      <Figure name="Rate">{rate(conversion_rate)}</Figure>
      <Figure name="Lift">{isFirst ? 'baseline' : uplift === null ? '–' : lift(uplift)}</Figure>
      <Figure
        name="p-value"
        {...(significance === undefined && !isFirst && { title: 'Shown once each variant has enough clicks' })}
      >
        {significance === undefined ? '–' : probability(significance.pValue)}
        {significance?.isSignificant === true && (
          <span className="block text-xs font-normal whitespace-nowrap text-dim">significant</span>
        )}
      </Figure>
    </dl>
  )
}

const Figure = ({ name, title, children }: { name: string; title?: string; children: ReactNode }) => (
  <div className="lg:text-right" title={title}>
    <dt className="text-xs text-dim lg:sr-only">{name}</dt>
    <dd className="font-medium">{children}</dd>
  </div>
)

/** The same data as the bars. */
const tableColumns = [
  ...['Variant', 'Clicks', 'Visitors', 'Conversions', 'Conversion rate'],
  ...['Confidence interval', 'Lift', 'Difference from baseline', 'p-value'],
]

const cellsOf = ({ interval, uplift, difference, significance, ...variant }: VariantFigures): string[] => [
  variant.name,
  count(variant.clicks),
  count(variant.unique_visitors),
  count(variant.conversions),
  rate(variant.conversion_rate),
  span(interval),
  uplift === null ? 'none' : lift(uplift),
  span(difference),
  significance === undefined ? 'not yet available' : probability(significance.pValue),
]

const span = (interval: { lower: number; upper: number } | null) =>
  interval === null ? 'baseline' : `${rate(interval.lower)} to ${rate(interval.upper)}`
