import type { FullExperiment } from '../api/experiments.ts'
import { count, plural, quantity, rate, share } from '../format/numbers.ts'
import { Card } from '../parts/card.tsx'
import { describeSplit, describeStanding } from './standing.ts'
import { VariantName } from './variant-name.tsx'

/** The traffic per variant of a test without conversions. */
export function Shares({ full }: { full: FullExperiment }) {
  const { analytics } = full
  const { leader } = describeStanding(full)
  const split = describeSplit(full)
  return (
    <Card title="Variants">
      <ul aria-label="Variants" className="flex flex-col">
        {analytics.map((variant, index) => (
          <li
            key={variant.id}
            className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line py-3 first:border-t-0"
          >
            <div className="min-w-0 flex-1 basis-64">
              <VariantName variant={variant} index={index} leads={leader === index} />
            </div>
            <div className="relative h-8 min-w-0 flex-1 basis-64">
              <span
                aria-hidden
                className="absolute inset-y-0 left-0 rounded-md bg-tint transition-[width] duration-150"
                style={{
                  width: `${split.total === 0 ? 0 : (variant.clicks_since_weight_change / split.total) * 100}%`,
                }}
              />
              <p className="relative flex h-8 items-center justify-between gap-3 px-2">
                <span className="text-[13px]">
                  {share(variant.clicks_since_weight_change, split.total)}
                  <span className="text-dim"> (target {rate(variant.traffic_weight)})</span>
                </span>
                <span className="font-medium tabular-nums">
                  {count(variant.clicks)}{' '}
                  <span className="font-normal text-dim">
                    {plural(variant.clicks, full.kind === 'qr' ? 'scan' : 'click')}
                  </span>
                </span>
              </p>
            </div>
          </li>
        ))}
      </ul>
      {split.hasChanged && (
        <p className="mt-2 text-[13px] text-dim">
          Percentages are based on the {quantity(split.total, full.kind === 'qr' ? 'scan' : 'click')} since the last
          weight change.
        </p>
      )}
    </Card>
  )
}
