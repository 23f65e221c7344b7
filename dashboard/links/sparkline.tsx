import { useMemo } from 'react'
import { quantity } from '../format/numbers.ts'
import { drawLine, layPoints } from '../parts/timeline-scale.ts'

const size = { width: 84, height: 24 }
/** Padding for the width of the line. */
const edge = 1.5

/** The trend of the clicks of recent days. */
export function Sparkline({ days }: { days: readonly number[] | undefined }) {
  const line = useMemo(() => {
    if (days === undefined) return undefined
    const inner = { width: size.width - 2 * edge, height: size.height - 2 * edge }
    return drawLine(layPoints([...days], Math.max(4, ...days), inner))
  }, [days])
  if (days === undefined || line === undefined) return <span className="block h-6 w-[84px]" />
  const sum = days.reduce((all, clicks) => all + clicks, 0)
  const text = `${quantity(sum, 'click')} in ${days.length} days`
  return (
    <svg role="img" aria-label={text} width={size.width} height={size.height} className="block">
      <title>{text}</title>
      <path
        d={line}
        transform={`translate(${edge} ${edge})`}
        fill="none"
        stroke={sum === 0 ? 'var(--color-line)' : 'var(--color-accent)'}
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    </svg>
  )
}
