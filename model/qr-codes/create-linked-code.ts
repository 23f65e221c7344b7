import { uuidv7 } from '#runtime/uuid.ts'
import { type CreateOutcome, createLink } from '../links/create-link.ts'
import { shortUrlOf } from '../links/describe-link.ts'
import { makeCode } from '../links/make-code.ts'
import type { NewLink } from '../links/new-link.ts'
import type { LinkStores } from '../publish/apply-change.ts'
import type { QrCodeSettings } from './qr-code-row.ts'

/** Each is drawn before it is known to be free, and one of the usual length is taken once in millions. */
const mostCollisions = 5

interface LinkedCode<Drawn> {
  /** Of the link. Where it leads is told by the short URL, for content that is shown there. */
  link: (shortUrl: string) => NewLink
  settings: Omit<QrCodeSettings, 'scan_check'>
  is_dynamic: boolean
  /** Draws the short URL and reads it back. */
  draw: (shortUrl: string) => Promise<Drawn>
}

type LinkedCodeOutcome<Drawn> = CreateOutcome & { drawn: Drawn }

/** Makes a code together with the short URL that it draws: that has to be chosen before. */
export async function createLinkedCode<Drawn extends Pick<QrCodeSettings, 'scan_check'>>(
  stores: LinkStores,
  { link: linkAt, settings, is_dynamic, draw }: LinkedCode<Drawn>,
): Promise<LinkedCodeOutcome<Drawn>> {
  const { alias, code_length, domain } = linkAt('')
  for (let collisions = 1; ; collisions++) {
    const code = alias ?? makeCode(code_length)
    const payload = shortUrlOf(stores.config, domain, code)
    const drawn = await draw(payload)
    const qr_code = { ...settings, id: uuidv7(), payload, is_dynamic, scan_check: drawn.scan_check }
    const outcome = await createLink(stores, { ...linkAt(payload), code, qr_code })
    if (outcome.kind !== 'alias-taken' || alias !== null) return { ...outcome, drawn }
    if (collisions === mostCollisions) throw new Error(`${mostCollisions} generated codes in a row were taken`)
  }
}
