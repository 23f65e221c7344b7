import { z } from 'zod'
import { countHoldings } from '#model/accounts/usage.ts'
import { askClicksBriefly } from '#model/clicks/ask-clicks.ts'
import { ch as statement, uuid } from '#runtime/ch-tag.ts'
import { plans } from '#schemas/accounts.ts'
import { usage } from '#schemas/keys.ts'
import { endpoint } from '../http/endpoint.ts'

export const showUsage = endpoint({
  method: 'GET',
  path: '/usage',
  summary: 'What the account has, and its clicks of this month',
  permission: 'read',
  reply: usage,
  async handle({ account, sql, ch, signal }) {
    const [holdings, clicks] = await Promise.all([
      countHoldings(sql, account.id),
      askClicksBriefly(ch, clicksThisMonth(account.id), clickCount, signal),
    ])
    return {
      plan: account.plan,
      requests_per_minute: plans[account.plan].requestsPerMinute,
      ...holdings,
      clicks_this_month: clicks?.[0]?.clicks ?? null,
    }
  },
})

const clickCount = z.object({ clicks: z.int() })

/** People and unknown clients, clicks and scans: the population of click_count. By the quarters that are counted already. */
const clicksThisMonth = (accountId: string) => statement`
  select count() as clicks
  from clicks
  where account_id = ${uuid(accountId)} and toStartOfFifteenMinutes(clicked_at) >= toStartOfMonth(now('UTC')) and traffic != 'bot'`
