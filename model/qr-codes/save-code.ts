import { buildPayload } from '#core/qr/content.ts'
import { aliasTaken, refuseReserved } from '#core/reserved-aliases.ts'
import { violates } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { QrFormat } from '#schemas/qr-choices.ts'
import type { GenerateQrCodeBody } from '#schemas/qr-codes.ts'
import type { QrContent } from '#schemas/qr-content.ts'
import type { Caller } from '../accounts/caller.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { resolveCampaign, unknownCampaign } from '../campaigns/resolve-campaign.ts'
import { findLinkDomain, refuseVanished } from '../domains/find-link-domain.ts'
import { codeIsTaken } from '../links/select-links.ts'
import { refuseDestinationsAmong, refuseListed } from '../safety/refuse-destinations.ts'
import type { Stores } from '../stores.ts'
import { createLinkedCode } from './create-linked-code.ts'
import { type DescribedQrCode, hasShortUrl } from './describe-qr-code.ts'
import { drawImage, unknownLogo } from './draw-image.ts'
import { insertQrCode } from './insert-qr-code.ts'
import type { QrCodeSettings } from './qr-code-row.ts'
import { destinationOf } from './update-qr-code.ts'

export type Drawn = Awaited<ReturnType<typeof drawImage>>

export interface Saved {
  code: DescribedQrCode
  drawn: Drawn
}

type Saving = Stores & Pick<Caller, 'account' | 'reach'>
type Settings = Omit<QrCodeSettings, 'scan_check'>

/** Throws ApiError if the code cannot be created. */
export async function saveCode(context: Saving, body: GenerateQrCodeBody, format: QrFormat): Promise<Saved> {
  const { account, sql } = context
  const { name = null, content, visual_settings, tracking_enabled, tags = [], expires_at = null } = body
  const campaign_id = body.campaign_id ? await resolveCampaign(sql, account.id, body.campaign_id) : null
  const settings = { name, content, visual_settings, tracking_enabled, campaign_id, tags, expires_at }
  const draw = (payload: string) =>
    drawImage(context, { account_id: account.id, payload, settings: visual_settings, format })
  const save = hasShortUrl(body) ? saveLinked : saveStatic
  return await whileThere(() => save(context, body, { settings, draw }))
}

interface Making {
  settings: Settings
  draw: (payload: string) => Promise<Drawn>
}

async function saveStatic(
  { account, sql, config }: Saving,
  _body: GenerateQrCodeBody,
  { settings, draw }: Making,
): Promise<Saved> {
  refuseListed(config, urlsOf(settings.content))
  const payload = buildPayload(settings.content)
  const drawn = await draw(payload)
  const qr_code = { ...settings, id: uuidv7(), payload, is_dynamic: false, scan_check: drawn.scan_check }
  const where = { account_id: account.id, link_id: null }
  return { drawn, code: await sql.begin((tx) => insertQrCode(tx, qr_code, where, config)) }
}

async function saveLinked(
  { account, reach, sql, redis, config, log }: Saving,
  body: GenerateQrCodeBody,
  { settings, draw }: Making,
): Promise<Saved> {
  const { custom_alias, url_type, subdomain, branded_domain, password, is_dynamic } = body
  await refuseContent({ sql, config, account_id: account.id }, settings.content)
  const alias = custom_alias ?? null
  const domain = await findLinkDomain({ sql, config }, reach, { url_type, subdomain, branded_domain })
  if (alias !== null) {
    refuseReserved(alias)
    if (await codeIsTaken(sql, domain.id, alias)) throw aliasTaken(alias)
  }
  const password_hash = password ? await hashPassword(password) : null
  const { name, campaign_id, tags, expires_at, tracking_enabled } = settings
  const common = { account_id: account.id, domain, alias, name, campaign_id, tags, expires_at, tracking_enabled }
  const outcome = await createLinkedCode(
    { sql, redis, config, log },
    {
      link: (shortUrl) => ({ ...common, password_hash, url: destinationOf(settings.content, shortUrl) }),
      settings,
      is_dynamic,
      draw,
    },
  )
  if (outcome.kind !== 'created' || outcome.qr_code === null) throw aliasTaken(alias)
  return { code: outcome.qr_code, drawn: outcome.drawn }
}

/** Like refuseDestinations for short URLs, but names the field of the code. The website of a contact may be on this installation. */
export async function refuseContent(
  asking: Parameters<typeof refuseDestinationsAmong>[0],
  content: QrContent,
): Promise<void> {
  refuseListed(asking.config, urlsOf(content))
  if (content.content_type !== 'url') return
  await refuseDestinationsAmong(asking, [{ field: 'content_data.url', url: content.content_data.url }])
}

/** URLs that the blocklist may not list. */
export function urlsOf({ content_type, content_data }: QrContent): { field: string; url: string }[] {
  if (content_type === 'url') return [{ field: 'content_data.url', url: content_data.url }]
  const website = content_type === 'vcard' ? content_data.website : undefined
  return website ? [{ field: 'content_data.website', url: website }] : []
}

/** A campaign or logo that was found may be deleted before the code is written. */
export async function whileThere<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (violates(error, 'qr_codes_campaign_id_fkey') || violates(error, 'links_campaign_id_fkey')) {
      throw unknownCampaign()
    }
    if (violates(error, 'qr_codes_logo_asset_id_fkey')) throw unknownLogo()
    return refuseVanished(error)
  }
}
