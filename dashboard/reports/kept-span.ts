import { readOwnDays, type Span } from '../format/period-names.ts'

/** The period that was last chosen on a page with reports, for the next one. */
const kept: { span: Span } = { span: {} }

const isSet = ({ period, from, to }: Span) => period !== undefined || readOwnDays({ from, to }) !== undefined

interface Entering {
  cause: 'enter' | 'stay' | 'preload'
  search: Span
}

/** The period to continue with on a page whose URL has none. Keeps the period of the URL otherwise. */
export function carrySpan({ cause, search }: Entering): Span | undefined {
  if (cause === 'preload') return undefined
  if (cause === 'enter' && !isSet(search) && isSet(kept.span)) return kept.span
  const { period, from, to } = search
  kept.span = { period, from, to }
  return undefined
}
