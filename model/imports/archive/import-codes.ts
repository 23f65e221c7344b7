import { refusalBy } from '#core/api-error.ts'
import { buildPayload } from '#core/qr/content.ts'
import type { Tx } from '#runtime/postgres.ts'
import type { ArchiveRow } from '#schemas/archive-rows.ts'
import { type QrContent, qrContent } from '#schemas/qr-content.ts'
import { listOf } from '../../backup/back-up-postgres.ts'
import { shortUrlOf } from '../../links/describe-link.ts'
import { searchableText } from '../../qr-codes/qr-code-row.ts'
import { urlsOf } from '../../qr-codes/save-code.ts'
import { refuseListed } from '../../safety/refuse-destinations.ts'
import type { StagedPart } from './archive-parts.ts'
import { type ArchiveRun, finishPart, Outcomes } from './archive-run.ts'
import { type HeldLink, holdLinks } from './hold-links.ts'
import { chooseIds, findOwn, type KnownId, recordIds } from './source-ids.ts'

type CodePart = Extract<StagedPart, { kind: 'qr_codes' }>

/** Creates QR codes. Those of links that this import has not created are left out: their links have other codes, or none. */
export async function importCodes({ stores, run }: ArchiveRun, part: CodePart): Promise<void> {
  const outcomes = new Outcomes(part)
  const known: KnownId[] = []
  const of = <Name extends keyof ArchiveRow<'qr_codes'>>(name: Name) => part.rows.map((row) => row[name])
  const logos = part.rows.map(({ visual_settings }) => visual_settings.logo?.asset_id ?? null)
  await stores.sql.begin(async (tx) => {
    // Before the links: the deletion of a campaign locks it first, and then its links.
    const campaigns = await findOwn(tx, run, 'campaigns', of('campaign_id'))
    const assets = await findOwn(tx, run, 'qr_assets', logos)
    const links = await holdLinks(tx, run, of('link_id'))
    const ids = await chooseIds(tx, run, 'qr_codes', of('id'))
    for (const [index, row] of part.rows.entries()) {
      const { id, isOwn } = ids.get(row.id) ?? { id: row.id, isOwn: false }
      const link = links.get(row.link_id ?? '')
      const content = qrContent.safeParse({ content_type: row.content_type, content_data: row.content_data })
      const skipped = refusalOf(row, { isOwn, link, hasContent: content.success })
      const failed = content.success ? refusalBy(() => refuseListed(stores.config, urlsIn(row, content.data))) : null
      const is_new = skipped === undefined && failed === null
      if (content.success && is_new) {
        const asset = assets(row.visual_settings.logo?.asset_id ?? null)
        const { logo } = row.visual_settings
        const visual_settings = { ...row.visual_settings, logo: logo && asset && { ...logo, asset_id: asset } }
        const settings = { visual_settings, logo_asset_id: asset, campaign_id: campaigns(row.campaign_id) }
        await insertCode(tx, row, {
          ...{ ...settings, id, account_id: run.account_id, link_id: link?.id ?? null },
          content_text: searchableText(content.data),
          payload: payloadOf(row, content.data, link && shortUrlOf(stores.config, link.domain, link.code)),
        })
        outcomes.add(index, 'created')
      } else {
        const message = `QR code “${row.name ?? row.id}”: ${skipped ?? failed}`
        outcomes.add(index, skipped === undefined ? 'failed' : 'skipped', { message })
      }
      known.push({ source_id: row.id, target_id: is_new || isOwn ? id : null, is_new })
    }
    await recordIds(tx, run, 'qr_codes', known)
    await finishPart(tx, run, part, outcomes)
  })
}

interface Found {
  isOwn: boolean
  link: HeldLink | undefined
  hasContent: boolean
}

function refusalOf({ link_id }: ArchiveRow<'qr_codes'>, { isOwn, link, hasContent }: Found): string | undefined {
  if (isOwn) return 'It was imported before.'
  if (link_id !== null && link === undefined) return 'Its link was not imported.'
  return hasContent ? undefined : 'Its content is not valid.'
}

/** A code whose link was deleted still encodes the short URL of that link. */
const keepsPayload = ({ link_id, is_dynamic, tracking_enabled }: ArchiveRow<'qr_codes'>) =>
  link_id === null && (is_dynamic || tracking_enabled)

/** An edited archive can have any URL as the payload. */
const urlsIn = (row: ArchiveRow<'qr_codes'>, content: QrContent) => [
  ...urlsOf(content),
  ...(keepsPayload(row) ? [{ field: 'payload', url: row.payload }] : []),
]

/** What is drawn. Codes of links encode the short URL of this installation, which can have another base domain. */
function payloadOf(row: ArchiveRow<'qr_codes'>, content: QrContent, shortUrl: string | undefined): string {
  return shortUrl ?? (keepsPayload(row) ? row.payload : buildPayload(content))
}

async function insertCode(tx: Tx, row: ArchiveRow<'qr_codes'>, changed: Record<string, unknown>): Promise<void> {
  const { scans, last_scanned_at, ...columns } = row
  const code = { ...columns, ...changed }
  const names = listOf(tx, Object.keys(code))
  await tx`
    with code as (
      insert into qr_codes (${names})
      select ${names} from jsonb_populate_record(null::qr_codes, ${tx.json(code as never)})
      returning id
    )
    insert into qr_counts (qr_code_id, scans, last_scanned_at)
    select id, ${scans}::bigint, ${last_scanned_at}::text::timestamptz
    from code
    where ${scans}::bigint > 0`
}
