import type { z } from 'zod'
import { hasFeature } from '#model/accounts/plans.ts'
import type { ClickDetails } from '#model/clicks/queries/click-columns.ts'
import { firstClickRow, firstClicks } from '#model/clicks/queries/first-clicks.ts'
import { features } from '#schemas/accounts.ts'
import type { click } from '#schemas/analytics-clicks.ts'
import { columnsOfFeature } from '#schemas/click-columns.ts'
import type { ReportRequest } from './report.ts'

export const dayMs = 86_400_000

type Presenting = Pick<ReportRequest, 'account' | 'ask' | 'config'>

/** Clicks as rows of a list. */
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
    is_unique: first.has(details.id),
    is_qr_scan: qr_code !== null,
    is_bot: traffic === 'bot',
  }))
}

/** null for each column whose feature the plan lacks. */
const withholdFrom = (plan: Presenting['account']['plan']) =>
  Object.fromEntries(withheldColumns(plan).map((name) => [name, null]))

export const withheldColumns = (plan: Presenting['account']['plan']) =>
  features.filter((feature) => !hasFeature(plan, feature)).flatMap(columnsOfFeature)
