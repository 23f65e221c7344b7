import { randomInt } from 'node:crypto'
import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity'
import { isReservedAlias } from '#core/reserved-aliases.ts'

/** Letters and digits that nobody mistakes for another one when reading them aloud or from print. */
const alphabet = '346789ABCDEFGHJKLMNPQRTUVWXYabcdefghijkmnpqrtwxyz'
const usualLength = 7

/** One code in 350 is refused (measured on 50,000), so this many in a row is a broken source of chance. */
const mostRefusals = 100

type Roll = (below: number) => number

/** A random code: of 7 characters there are 49^7 = 678 thousand million, none with a rude word in it or reserved for the product. */
export function makeCode(length = usualLength, roll: Roll = randomInt): string {
  for (let refusals = 0; refusals < mostRefusals; refusals++) {
    const code = Array.from({ length }, () => alphabet[roll(alphabet.length)]).join('')
    if (!isReservedAlias(code) && !isRude(code)) return code
  }
  throw new Error(`${mostRefusals} codes in a row were refused`)
}

let matcher: RegExpMatcher | undefined

function isRude(code: string): boolean {
  // Made at the first use: it costs 50 ms, and most processes never make a code.
  matcher ??= new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers })
  return matcher.hasMatch(code)
}
