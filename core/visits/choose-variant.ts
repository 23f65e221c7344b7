import { hash } from 'node:crypto'
import type { LinkExperiment } from '#schemas/link-record.ts'

export interface TestedVisitor {
  address: string
  user_agent: string
}

type Variant = LinkExperiment['variants'][number]

/** Bits of the digest per variant: ten variants use 480 of 512. */
const bytesPerVariant = 6
const steps = 2 ** (8 * bytesPerVariant)

/**
 * The variant that this visitor sees while the test runs, without storing anything. Each variant gets a time derived from
 * the visitor, shorter with more weight, and the shortest wins. So shares follow the weights, and a variant that gains
 * weight only gains visitors.
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
