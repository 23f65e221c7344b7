import { randomInt } from 'node:crypto'
import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity'
import { isReservedAlias } from '#core/reserved-aliases.ts'

/** Letters and digits without look-alikes. */
const alphabet = '346789ABCDEFGHJKLMNPQRTUVWXYabcdefghijkmnpqrtwxyz'
const usualLength = 7

/** One code in 350 is refused (measured on 50,000), so this many in a row mean a broken random source. */
const mostRefusals = 100

type Roll = (below: number) => number

/** A random code without profanity that is not reserved. There are 49^7 = 678 billion codes of 7 characters. */
export function makeCode(length = usualLength, roll: Roll = randomInt): string {
  for (let refusals = 0; refusals < mostRefusals; refusals++) {
    const code = draw(length, roll)
    if (!isReservedAlias(code) && !isRude(code)) return code
  }
  throw new Error(`${mostRefusals} codes in a row were refused`)
}

/** One code for each length. A text with all of them is checked for profanity in a fraction of the time. */
export const makeCodes = (lengths: readonly (number | undefined)[], roll: Roll = randomInt): string[] =>
  clean(
    lengths.map((length = usualLength) => draw(length, roll)),
    roll,
  )

function clean(codes: readonly string[], roll: Roll): string[] {
  // Lines, so that no word is found that continues in the next code.
  if (!codes.some(isReservedAlias) && !isRude(codes.join('\n'))) return [...codes]
  const [only] = codes
  if (only !== undefined && codes.length === 1) return [makeCode(only.length, roll)]
  const half = Math.ceil(codes.length / 2)
  return [...clean(codes.slice(0, half), roll), ...clean(codes.slice(half), roll)]
}

const draw = (length: number, roll: Roll): string =>
  Array.from({ length }, () => alphabet[roll(alphabet.length)]).join('')

let matcher: RegExpMatcher | undefined

function isRude(code: string): boolean {
  // Created at the first use: it takes 50 ms, and most processes never generate a code.
  matcher ??= new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers })
  return matcher.hasMatch(code)
}
