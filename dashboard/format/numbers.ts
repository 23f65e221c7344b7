const whole = new Intl.NumberFormat('en')
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })
const change = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' })

const fine = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 })
const fineChange = new Intl.NumberFormat('en', {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
})
const chance = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 })

export const count = (value: number): string => whole.format(value)

/** "1 link", "2 links". */
export const quantity = (value: number, noun: string): string => `${count(value)} ${plural(value, noun)}`

/** The noun alone, where the number looks different. */
export const plural = (value: number, noun: string): string => (value === 1 ? noun : `${noun}s`)

/** About four characters: 9,999, 12.3K, 4.5M. Show the whole number in a title. */
export const compact = (value: number): string => (value < 10_000 ? whole.format(value) : short.format(value))

export const share = (part: number, all: number): string => percent.format(all === 0 ? 0 : part / all)

/** Relative change; null if there was nothing before. */
export const growth = (now: number, before: number): number | null => (before === 0 ? null : (now - before) / before)

export const signed = (value: number): string => change.format(value)

/** The value is in percent: 4.2 is 4.2%. */
export const rate = (inPercent: number): string => fine.format(inPercent / 100)

/** Change in percent: +12.5%. */
export const lift = (inPercent: number): string => fineChange.format(inPercent / 100)

const leastChance = 0.001
/** A p value, exact down to 0.001. */
export const probability = (p: number): string => (p < leastChance ? '< 0.001' : chance.format(p))
