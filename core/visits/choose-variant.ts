import { hash } from 'node:crypto'
import type { LinkExperiment } from '#schemas/link-record.ts'

export interface TestedVisitor {
  address: string
  user_agent: string
}

type Variant = LinkExperiment['variants'][number]

/** Bits of the digest that each variant draws from: ten variants take 480 of its 512. */
const bytesPerVariant = 6
const steps = 2 ** (8 * bytesPerVariant)

/**
 * The variant that this visitor sees for as long as the test runs: nothing is stored of it, here or at the visitor's.
 * Each variant waits for a time that is drawn from the visitor, shorter the more it weighs, and the first one wins: so
 * shares follow weights, and a variant that gains weight takes over visitors and gives none away.
 */
export function chooseVariant(
  { secret, variants }: Pick<LinkExperiment, 'secret' | 'variants'>,
  visitor: TestedVisitor,
): Variant | undefined {
  const digest = hash('sha512', `${secret}\n${visitor.address}\n${visitor.user_agent}`, 'buffer')
  let first: Variant | undefined
  let shortest = Number.POSITIVE_INFINITY
  for (let place = 0; place < variants.length; place++) {
    const variant = variants[place]
    if (variant === undefined || variant.weight <= 0) continue
    const drawn = (digest.readUIntBE(place * bytesPerVariant, bytesPerVariant) + 0.5) / steps
    const wait = -Math.log(drawn) / variant.weight
    if (wait >= shortest) continue
    shortest = wait
    first = variant
  }
  return first
}
