import type { z } from 'zod'
import type { click } from '#schemas/analytics-clicks.ts'
import { hasFeature } from '../auth/plans.ts'
import type { ClickDetails } from './queries/click-columns.ts'
import { firstClickRow, firstClicks } from './queries/first-clicks.ts'
import type { Asked } from './report.ts'

const dayMs = 86_400_000

type Presenting = Pick<Asked, 'account' | 'ask' | 'config'>

/** Clicks as they are shown one by one. */
export async function presentClicks(
  { account, ask, config }: Presenting,
  clicks: readonly ClickDetails[],
): Promise<z.input<typeof click>[]> {
  if (clicks.length === 0) return []
  const firsts = await ask(firstClicks(account.id, clicks, config.VISITOR_WINDOW_DAYS * dayMs), firstClickRow)
  const first = new Set(firsts.map(({ id }) => id))
  const withheld = withholdFrom(account.plan)
  return clicks.map(({ at, qr_code, variant, visitor: _, traffic, ...details }) => ({
    ...details,
    ...withheld,
    clicked_at: new Date(at),
    variant_id: variant,
    rule_id: null,
    is_unique: first.has(details.id),
    is_qr_scan: qr_code !== null,
    is_bot: traffic === 'bot',
  }))
}

/** What a plan without these features is not told of a click. */
function withholdFrom(plan: Presenting['account']['plan']) {
  const nothing = null
  return {
    ...(!hasFeature(plan, 'device_analytics') && {
      device_type: nothing,
      browser: nothing,
      browser_version: nothing,
      os: nothing,
      os_version: nothing,
    }),
    ...(!hasFeature(plan, 'utm_analytics') && {
      utm_source: nothing,
      utm_medium: nothing,
      utm_campaign: nothing,
      utm_term: nothing,
      utm_content: nothing,
    }),
    ...(!hasFeature(plan, 'traffic_source_analytics') && {
      referrer: nothing,
      referrer_domain: nothing,
      source: nothing,
    }),
  }
}
