import type { VariantFigures } from '../api/experiments.ts'
import { rate } from '../format/numbers.ts'
import { positionOn, type Scale } from './whisker-scale.ts'

interface WhiskerProps {
  scale: Scale
  variant: VariantFigures
  /** The baseline. A dashed line marks its rate. */
  against: VariantFigures | undefined
}

const height = 28
const capHalf = 5

/** A confidence interval as a line, with a dot at the measured rate. The hidden table has the same data. */
export function Whisker({ scale, variant: { interval, conversion_rate }, against }: WhiskerProps) {
  const [from, to, at] = [interval.lower, interval.upper, conversion_rate].map(
    (value) => `${positionOn(scale, value)}%`,
  )
  const middle = height / 2
  const color = against === undefined ? 'var(--color-dim)' : 'var(--color-accent)'
  return (
    <svg aria-hidden width="100%" height={height} className="mt-2 block overflow-visible lg:mt-0">
      {scale.ticks.map((tick) => (
        <line
          key={tick}
          x1={`${positionOn(scale, tick)}%`}
          x2={`${positionOn(scale, tick)}%`}
          y2={height}
          stroke="var(--color-line)"
        />
      ))}
      {against !== undefined && (
        <line
          x1={`${positionOn(scale, against.conversion_rate)}%`}
          x2={`${positionOn(scale, against.conversion_rate)}%`}
          y2={height}
          stroke="var(--color-field)"
          strokeDasharray="3 3"
        />
      )}
      <line x1={from} x2={to} y1={middle} y2={middle} stroke={color} strokeWidth="2" />
      {[from, to].map((end, index) => (
        <line
          key={index === 0 ? 'lower' : 'upper'}
          x1={end}
          x2={end}
          y1={middle - capHalf}
          y2={middle + capHalf}
          stroke={color}
          strokeWidth="2"
        />
      ))}
      <circle cx={at} cy={middle} r="5" fill={color} stroke="var(--color-card)" strokeWidth="2" />
    </svg>
  )
}

/** Labels closer to an end than this are aligned inside, in percent. */
const edge = 2

export const Axis = ({ scale }: { scale: Scale }) => (
  <div aria-hidden className="relative h-4 text-[11px] text-dim tabular-nums">
    {scale.ticks.map((tick) => {
      const at = positionOn(scale, tick)
      const shift = at < edge ? '' : at > 100 - edge ? '-translate-x-full' : '-translate-x-1/2'
      return (
        <span key={tick} className={`absolute top-0 ${shift}`} style={{ left: `${at}%` }}>
          {rate(tick)}
        </span>
      )
    })}
  </div>
)
