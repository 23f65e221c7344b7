/** Above this the series loses digits to cancellation, and the continued fraction converges fast enough. */
const seriesEndsAt = 2
const mostTerms = 200
const enoughDigits = 1e-17
/** Halvings of an interval of 80: more than a double has bits. */
const halvings = 70

/** The chance of a standard normal value above z. */
export function upperTail(z: number): number {
  return 0.5 * erfc(z / Math.SQRT2)
}

/** The z that a standard normal value exceeds with the given chance: 0.025 is 1.96. */
export function upperQuantile(chance: number): number {
  let [low, high] = [-40, 40]
  for (let step = 0; step < halvings; step++) {
    const middle = (low + high) / 2
    if (upperTail(middle) > chance) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** The complementary error function, accurate to the last digits of a double even for tiny values. */
export function erfc(x: number): number {
  if (x < 0) return 2 - erfc(-x)
  return x < seriesEndsAt ? 1 - erfSeries(x) : erfcFraction(x)
}

/** Abramowitz and Stegun 7.1.6, where every term is positive. */
function erfSeries(x: number): number {
  let term = x
  let sum = x
  for (let n = 1; n < mostTerms && term > sum * enoughDigits; n++) {
    term *= (2 * x * x) / (2 * n + 1)
    sum += term
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum
}

/** Abramowitz and Stegun 7.1.14, from the innermost fraction outwards. */
function erfcFraction(x: number): number {
  let fraction = x
  for (let n = mostTerms; n > 0; n--) fraction = x + n / 2 / fraction
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / fraction
}
