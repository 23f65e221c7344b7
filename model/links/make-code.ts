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
    const code = Array.from({ length }, () => alphabet[roll(alphabet.length)]).join('')
    if (!isReservedAlias(code) && !isRude(code)) return code
  }
  throw new Error(`${mostRefusals} codes in a row were refused`)
}

let matcher: RegExpMatcher | undefined

function isRude(code: string): boolean {
  // Created at the first use: it takes 50 ms, and most processes never generate a code.
  matcher ??= new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers })
  return matcher.hasMatch(code)
}
