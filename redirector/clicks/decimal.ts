const hundred = 100
const tenThousand = 10_000
const million = 1_000_000
const hundredMillion = 1e8
const pairs = Array.from({ length: hundred }, (_, number) => String(number).padStart(2, '0'))

/**
 * Two halves of 32 bits as one decimal number, by long division. Its digits come from a table, two at a time: asking V8 for
 * them takes twice as long, BigInt ten times, and a table for four at a time is so large that other things of a visit drive it
 * out of the processor's cache. Remainders are subtractions, since % of numbers this large is a function call.
 */
export function decimal(high: number, low: number): string {
  const highest = Math.floor(high / hundredMillion)
  let rest = (high - highest * hundredMillion) * 65_536 + (low >>> 16)
  const middle = Math.floor(rest / hundredMillion)
  rest = (rest - middle * hundredMillion) * 65_536 + (low & 65_535)
  const lowest = Math.floor(rest / hundredMillion)
  const end = rest - lowest * hundredMillion
  const upper = highest * 4_294_967_296 + middle * 65_536 + lowest
  if (upper === 0) return String(end)
  if (upper < hundredMillion) return String(upper) + eightDigits(end)
  const top = Math.floor(upper / hundredMillion)
  return String(top) + eightDigits(upper - top * hundredMillion) + eightDigits(end)
}

function eightDigits(number: number): string {
  const one = Math.floor(number / million)
  const two = Math.floor(number / tenThousand)
  const three = Math.floor(number / hundred)
  return (
    twoDigits(one) +
    twoDigits(two - one * hundred) +
    twoDigits(three - two * hundred) +
    twoDigits(number - three * hundred)
  )
}

/** Never undefined; V8 must see that, or it asks each part whether it is text. */
const twoDigits = (number: number): string => pairs[number] ?? ''
