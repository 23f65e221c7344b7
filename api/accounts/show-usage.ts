import { countHoldings } from '#model/accounts/usage.ts'
import { askClicksBriefly } from '#model/clicks/ask-clicks.ts'
import { findUnpurged } from '#model/clicks/purge-clicks.ts'
import { clickCount, clickCountRow } from '#model/clicks/queries/click-count.ts'
import { clicksThisMonth } from '#model/clicks/which-clicks.ts'
import { usage } from '#schemas/keys.ts'
import { limitOfPlan } from '../frame/auth/rate-limit.ts'
import { endpoint } from '../frame/endpoint.ts'

export const showUsage = endpoint({
  method: 'GET',
  path: '/usage',
  summary: 'Get account usage',
  description: 'Counts the whole account, also for an API key that is restricted to domains.',
  permission: 'read',
  reply: usage,
  async handle({ account, sql, ch, config, signal }) {
    const deleted = await findUnpurged(sql, account.id)
    const [holdings, clicks] = await Promise.all([
      countHoldings(sql, account.id),
      askClicksBriefly(ch, clickCount(clicksThisMonth(account.id, deleted)), clickCountRow, signal),
    ])
    return {
      plan: account.plan,
      requests_per_minute: limitOfPlan(account.plan, config.RATE_LIMIT_FACTOR),
      ...holdings,
      clicks_this_month: clicks?.[0]?.clicks ?? null,
    }
  },
})
