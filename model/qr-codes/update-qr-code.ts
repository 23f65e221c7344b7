import { isDeepStrictEqual } from 'node:util'
import { ApiError } from '#core/api-error.ts'
import { givenFields } from '#core/fields.ts'
import type { Tx } from '#runtime/postgres.ts'
import { type Site, shortUrlOf } from '../links/describe-link.ts'
import { refuseForExperiment } from '../links/follow-link.ts'
import type { LinkSettings } from '../links/link-row.ts'
import { withoutUrls } from '../links/link-schedules.ts'
import { judgePeriod } from '../links/link-settings.ts'
import { withLockedLink } from '../links/lock-link.ts'
import type { LockedLink } from '../links/locked-link.ts'
import { refuseTrashed } from '../links/trash-link.ts'
import { writeLink } from '../links/write-link.ts'
import { applyChange, type LinkStores } from '../publish/apply-change.ts'
import type { FoundQrCode, QrCodeSettings } from './qr-code-row.ts'
import { lockUnchanged } from './read-qr-code.ts'
import { touchQrCode, writeQrCode } from './write-qr-code.ts'

export interface QrCodeUpdate {
  /** The code as it was read. */
  before: FoundQrCode
  changes: Partial<QrCodeSettings>
  /** Password of its short URL. */
  password_hash?: string | null | undefined
  /** Runs when the code is locked. Throws if the change is not allowed. */
  begin?: (tx: Tx) => Promise<void>
}

/** Refuses a change that would end the A/B test of the code. */
const isTested = (duty: string) =>
  new ApiError('CONFLICT', `This QR code is in an A/B test and must ${duty}. Complete or delete the test first.`)

/** null if the code has changed since it was read. */
export async function updateQrCode(stores: LinkStores, update: QrCodeUpdate): Promise<FoundQrCode | null> {
  const { before, changes } = update
  if (before.link_id === null) {
    return await stores.sql.begin(async (tx) => {
      const code = await lockUnchanged(tx, before)
      if (code === undefined) return null
      await update.begin?.(tx)
      return await writeQrCode(tx, code, changes, stores.config)
    })
  }
  return await updateWithLink(stores, before.link_id, update)
}

/** When this returns, every redirector serves the changed short URL. */
async function updateWithLink(stores: LinkStores, link_id: string, update: QrCodeUpdate): Promise<FoundQrCode | null> {
  const { before, changes } = update
  const { account_id } = before
  const outcome = await withLockedLink(stores, { account_id, link_id }, async (tx, link) => {
    // Locked before the code, in the same order as when links move between campaigns.
    await tx`select from links where id = ${link.id} for update`
    const code = await lockUnchanged(tx, before)
    if (code === undefined) return null
    await update.begin?.(tx)
    const showsPage = changes.content !== undefined && changes.content.content_type !== 'url'
    if (link.ab_test_id !== null && showsPage) throw isTested('open a URL')
    const columns = linkColumnsIn(update, link, stores.config)
    if (refuseForExperiment(link, columns) !== undefined) throw isTested('keep counting scans')
    const isPlain = Object.keys(columns).length === 0
    if (!isPlain) {
      refuseTrashed(link)
      judgePeriod(link, { ...link, ...columns })
    }
    const { debts } = isPlain ? { debts: [] } : await writeLink(tx, { ...link, account_id }, columns, stores.config)
    // Only the link has the password.
    const isLinkAlone = !isPlain && Object.keys(changes).length === 0
    const written = isLinkAlone
      ? await touchQrCode(tx, code.id, stores.config)
      : await writeQrCode(tx, code, changes, stores.config)
    return { code: written, debts }
  })
  if (!outcome) return null
  await Promise.all(outcome.debts.map((debt) => applyChange(stores, debt)))
  return outcome.code
}

/** The columns of its short URL that change with a code. */
function linkColumnsIn({ changes, password_hash }: QrCodeUpdate, link: LockedLink, site: Site): Partial<LinkSettings> {
  const { name, tags, campaign_id, expires_at, tracking_enabled, content } = changes
  const url = content && destinationOf(content, shortUrlOf(site, link.domain, link.code))
  // A page has no destination that could change later.
  const schedules = content !== undefined && content.content_type !== 'url' ? withoutUrls(link.schedules) : undefined
  const isSame = schedules === undefined || isDeepStrictEqual(schedules, link.schedules)
  const columns = {
    name,
    tags,
    campaign_id,
    expires_at,
    tracking_enabled,
    url,
    password_hash,
    ...(!isSame && { schedules }),
  }
  return givenFields(columns)
}

/** The destination of a code's short URL. Content other than a URL is shown at the short URL itself. */
export const destinationOf = (content: QrCodeSettings['content'], shortUrl: string): string =>
  content.content_type === 'url' ? content.content_data.url : shortUrl
