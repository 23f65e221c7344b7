const whole = new Intl.NumberFormat('en')
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })
const change = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' })

export const count = (value: number): string => whole.format(value)

/** Four characters or so: 9,999, 12.3K, 4.5M. The whole number belongs beside it, in a title. */
export const compact = (value: number): string => (value < 10_000 ? whole.format(value) : short.format(value))

export const share = (part: number, all: number): string => percent.format(all === 0 ? 0 : part / all)

/** By how much it rose or fell; null where there was nothing to compare with. */
export const growth = (now: number, before: number): number | null => (before === 0 ? null : (now - before) / before)

export const signed = (value: number): string => change.format(value)
