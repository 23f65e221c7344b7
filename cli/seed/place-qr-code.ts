import { type LinkDomain, shortUrlOf } from '#model/links/describe-link.ts'
import { insertQrCode } from '#model/qr-codes/insert-qr-code.ts'
import { renderQr } from '#model/qr-codes/render-qr.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { type VisualSettings, visualSettings } from '#schemas/qr-settings.ts'
import type { SeedLink } from './link-catalog.ts'
import type { SeedStores } from './seed-stores.ts'

/** Each attempt waits for 5 seconds. The workers of a busy machine may need longer. */
const attemptsMost = 6

interface CodesLink {
  link: SeedLink
  id: string
  domain: LinkDomain
  alias: string
}

/** Creates the QR code of a link, once. A worker draws and checks it, as for all saved codes. */
export async function placeQrCode(
  stores: SeedStores,
  account_id: string,
  { link, id: link_id, domain, alias }: CodesLink,
): Promise<string> {
  const { sql, config } = stores
  const [known] = await sql<{ id: string }[]>`select id from qr_codes where link_id = ${link_id}`
  if (known !== undefined) return known.id
  const payload = shortUrlOf(config, domain, alias)
  const settings = visualSettings.parse({})
  const code = {
    id: uuidv7(),
    payload,
    is_dynamic: true,
    name: link.name,
    content: { content_type: 'url' as const, content_data: { url: link.url } },
    visual_settings: settings,
    tracking_enabled: true,
    campaign_id: null,
    tags: link.settings.tags ?? [],
    expires_at: null,
    scan_check: await checkScan(stores, payload, settings),
  }
  return await sql.begin(async (tx) => {
    const { id } = await insertQrCode(tx, code, { account_id, link_id }, config)
    // The code must be as old as the link, because it has scans from the whole period.
    await tx`
      update qr_codes set created_at = links.created_at
      from links
      where qr_codes.id = ${id} and links.id = ${link_id}`
    return id
  })
}

async function checkScan(stores: SeedStores, payload: string, settings: VisualSettings) {
  for (let attempt = 1; ; attempt += 1) {
    const render = await renderQr(stores, { payload, settings, logo: null, format: 'svg' })
    if (render.kind === 'rendered') return render.scan_check
    if (render.kind === 'refused') throw new Error(JSON.stringify(render.errors))
    if (attempt === attemptsMost) throw new Error('No response. Is Waymark running?')
  }
}
