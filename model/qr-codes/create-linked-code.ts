import { uuidv7 } from '#runtime/uuid.ts'
import { visualSettings } from '#schemas/qr-settings.ts'
import { type CreateOutcome, createLink } from '../links/create-link.ts'
import { shortUrlOf } from '../links/describe-link.ts'
import { makeCode } from '../links/make-code.ts'
import type { NewLink } from '../links/new-link.ts'
import type { LinkStores } from '../publish/apply-change.ts'
import type { Stores } from '../stores.ts'
import { drawImage } from './draw-image.ts'
import type { QrCodeSettings } from './qr-code-row.ts'

/** Tries: a code is drawn before it is known to be available. One of the usual length is taken once in millions. */
const mostCollisions = 5

interface LinkedCode<Drawn> {
  /** Values of the link. Its destination depends on the short URL if the content is a page there. */
  link: (shortUrl: string) => NewLink
  settings: Omit<QrCodeSettings, 'scan_check'>
  is_dynamic: boolean
  /** Draws the short URL and scan-tests it. */
  draw: (shortUrl: string) => Promise<Drawn>
}

type LinkedCodeOutcome<Drawn> = CreateOutcome & { drawn: Drawn }

/** Creates a QR code together with the short URL that it encodes, which must be chosen first. */
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

/** Creates a short URL and a dynamic QR code for it with default visual settings. */
export async function createWithCode(
  services: Omit<Stores, 'ch' | 'destinationQueue'>,
  input: NewLink,
): Promise<CreateOutcome> {
  const { account_id, url, name = null, tags = [], campaign_id = null, expires_at = null } = input
  const looks = visualSettings.parse({})
  const settings = {
    name,
    content: { content_type: 'url', content_data: { url } } as const,
    visual_settings: looks,
    tracking_enabled: input.tracking_enabled ?? true,
    campaign_id,
    tags,
    expires_at,
  }
  const draw = (payload: string) => drawImage(services, { account_id, payload, settings: looks, format: 'svg' })
  return await createLinkedCode(services, { link: () => input, settings, is_dynamic: true, draw })
}
