import { clickTokenKey, signClickToken } from '#core/visits/click-token.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { MadeAbTest } from '../factories/ab-tests.ts'

/** What the destination of a variant was given with a click. */
export function tokenOf(test: MadeAbTest, place = 0, click_id = uuidv7()): string {
  if (test.secret === null) throw new Error('a test that does not run hands out no tokens')
  return signClickToken(clickTokenKey({ id: test.id, secret: test.secret.toString('hex') }), click_id, place)
}
