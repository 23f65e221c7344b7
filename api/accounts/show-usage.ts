import { countHoldings } from '#model/accounts/usage.ts'
import { askClicksBriefly } from '#model/clicks/ask-clicks.ts'
import { clickCount, clickCountRow } from '#model/clicks/queries/click-count.ts'
import { clicksThisMonth } from '#model/clicks/which-clicks.ts'
import { plans } from '#schemas/accounts.ts'
import { usage } from '#schemas/keys.ts'
import { endpoint } from '../frame/endpoint.ts'

export const showUsage = endpoint({
  method: 'GET',
  path: '/usage',
  summary: 'Get account usage',
  permission: 'read',
  reply: usage,
  async handle({ account, sql, ch, signal }) {
    const [holdings, clicks] = await Promise.all([
      countHoldings(sql, account.id),
      askClicksBriefly(ch, clickCount(clicksThisMonth(account.id)), clickCountRow, signal),
    ])
    return {
      plan: account.plan,
      requests_per_minute: plans[account.plan].requestsPerMinute,
      ...holdings,
      clicks_this_month: clicks?.[0]?.clicks ?? null,
    }
  },
})
