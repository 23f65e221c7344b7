import { visualSettings } from '#schemas/qr-settings.ts'
import type { CreateOutcome } from '../links/create-link.ts'
import type { NewLink } from '../links/new-link.ts'
import type { Stores } from '../stores.ts'
import { createLinkedCode } from './create-linked-code.ts'
import { drawImage } from './draw-image.ts'

/** Creates a short URL and a dynamic QR code for it with default visual settings. */
export async function createWithCode(services: Omit<Stores, 'ch'>, input: NewLink): Promise<CreateOutcome> {
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
