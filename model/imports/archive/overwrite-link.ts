import { ApiError } from '#core/api-error.ts'
import { mayRunAgain, wasRefused } from '#runtime/postgres.ts'
import type { ArchiveRow } from '#schemas/archive-rows.ts'
import type { LinkSettings } from '../../links/link-row.ts'
import { readRules } from '../../links/link-rules.ts'
import { readSchedules } from '../../links/link-schedules.ts'
import { judgePeriod } from '../../links/link-settings.ts'
import { updateLink } from '../../links/update-link.ts'
import { secretOf } from '../record-links.ts'
import type { ArchiveRun } from './archive-run.ts'
import { findIds } from './source-ids.ts'

/** Gives a link of the account the settings of an archived one. It keeps its clicks. Returns why it could not. */
export async function overwriteLink(
  importing: ArchiveRun,
  row: ArchiveRow<'links'>,
  linkId: string,
): Promise<string | undefined> {
  const { stores, run } = importing
  const changes = await settingsOf(importing, row)
  try {
    const updated = await updateLink(stores, {
      account_id: run.account_id,
      link_id: linkId,
      changes,
      rules_secret: await secretOf(stores, changes),
      judge: judgePeriod,
    })
    return updated === undefined ? 'The link was deleted meanwhile.' : undefined
  } catch (error) {
    if (error instanceof ApiError) return error.message
    if (wasRefused(error) && !mayRunAgain(error)) return 'An object that it needs was deleted meanwhile.'
    throw error
  }
}

async function settingsOf({ stores, run }: ArchiveRun, row: ArchiveRow<'links'>): Promise<Partial<LinkSettings>> {
  const { id: _, domain_id: _d, code: _c, is_custom_alias: _i, created_at: _a, updated_at: _u, ...rest } = row
  const { clicks: _k, last_clicked_at: _l, trashed_at: _t, announced_expiry: _e, limit_used: _s, ...more } = rest
  const { limit_announced: _n, shows_content, url, targeting_rules, schedules, campaign_id, ...settings } = more
  const campaigns = await findIds(stores.sql, run, 'campaigns', [campaign_id])
  const toDate = (at: string | null) => (at === null ? null : new Date(at))
  return {
    ...settings,
    ...(!shows_content && { url }),
    campaign_id: campaigns.get(campaign_id ?? '')?.id ?? null,
    targeting_rules: readRules(targeting_rules),
    schedules: readSchedules(schedules),
    starts_at: toDate(settings.starts_at),
    expires_at: toDate(settings.expires_at),
  }
}
