import { useMemo } from 'react'
import { count } from '../format/numbers.ts'
import { drawLine, layPoints } from '../parts/timeline-scale.ts'

const size = { width: 84, height: 24 }
/** Room for half the line. */
const edge = 1.5

/** The clicks of the last days as a line; without a number of its own, since how it went is what it is for. */
export function Sparkline({ days }: { days: readonly number[] | undefined }) {
  const line = useMemo(() => {
    if (days === undefined) return undefined
    const inner = { width: size.width - 2 * edge, height: size.height - 2 * edge }
    return drawLine(layPoints([...days], Math.max(4, ...days), inner))
  }, [days])
  if (days === undefined || line === undefined) return <span className="block h-6 w-[84px]" />
  const sum = days.reduce((all, clicks) => all + clicks, 0)
  const told = `${count(sum)} ${sum === 1 ? 'click' : 'clicks'} in ${days.length} days`
  return (
    <svg role="img" aria-label={told} width={size.width} height={size.height} className="block">
      <title>{told}</title>
      <path
        d={line}
        transform={`translate(${edge} ${edge})`}
        fill="none"
        stroke={sum === 0 ? 'var(--line)' : 'var(--accent)'}
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    </svg>
  )
}
