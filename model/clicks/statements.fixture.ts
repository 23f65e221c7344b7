import type { Fragment } from '#runtime/ch-tag.ts'
import { breakdown } from './queries/breakdown.ts'
import { campaignClicks } from './queries/campaign-clicks.ts'
import { clickCount } from './queries/click-count.ts'
import { clickExport } from './queries/click-export.ts'
import { clickFile } from './queries/click-file.ts'
import { clickPage } from './queries/click-page.ts'
import { countTimeline } from './queries/count-timeline.ts'
import { dailyExport } from './queries/daily-export.ts'
import { dayCount } from './queries/day-count.ts'
import { eachCount } from './queries/each-count.ts'
import { experimentClicks } from './queries/experiment-clicks.ts'
import { linkCounts } from './queries/link-counts.ts'
import { linkDays } from './queries/link-days.ts'
import { peakHour } from './queries/peak-hour.ts'
import { quarterCount } from './queries/quarter-count.ts'
import { recentLinks } from './queries/recent-links.ts'
import { summary } from './queries/summary.ts'
import { taggedLinks } from './queries/tagged-links.ts'
import { timeline } from './queries/timeline.ts'
import { topCodes } from './queries/top-codes.ts'
import { topLinks } from './queries/top-links.ts'
import { totals } from './queries/totals.ts'
import { utmValues } from './queries/utm-values.ts'

const to = Date.parse('2026-04-01T00:00:00Z')
export const period = { from: Date.parse('2026-03-01T00:00:00Z'), to }
export const most = 100

/** Every statement by its file, over some clicks of an account. */
export const statementsOf = (account_id: string): Record<string, (where: Fragment) => Fragment> => ({
  'breakdown.ts': (where) =>
    breakdown(where, {
      by: { countries: ['country_code'], cities: ['country_code', 'city'], browsers: ['browser'] },
      carry: 'country',
      visitors: true,
      most,
    }),
  'campaign-clicks.ts': (where) => campaignClicks(where, account_id),
  'click-count.ts': clickCount,
  'click-export.ts': (where) => clickExport(where, undefined, most),
  'click-file.ts': (where) => clickFile(where, { account_id, period, windowMs: 86_400_000, withheld: new Set() }),
  'click-page.ts': (where) => clickPage(where, { cursor: { at: to, id: lastId }, limit: most, offset: 0 }),
  'count-timeline.ts': (where) => countTimeline({ where, deleted_ids: [] }, period, 'UTC'),
  'daily-export.ts': (where) => dailyExport(where, { timezone: 'UTC', last: undefined, limit: most }),
  'day-count.ts': (where) => dayCount(where, 'UTC'),
  'each-count.ts': (where) => eachCount([clickCount(where), quarterCount({ where, deleted_ids: [] }, period)]),
  'link-counts.ts': (where) => linkCounts(where, most),
  'link-days.ts': (where) => linkDays(where, { now: to, timezone: 'UTC' }),
  'peak-hour.ts': (where) => peakHour(where, 'UTC'),
  'quarter-count.ts': (where) => quarterCount({ where, deleted_ids: [] }, period),
  'recent-links.ts': (where) => recentLinks(where, most),
  'summary.ts': summary,
  'tagged-links.ts': (where) => taggedLinks(where, most),
  'experiment-clicks.ts': experimentClicks,
  'timeline.ts': (where) => timeline(where, { granularity: 'day', period, timezone: 'UTC' }),
  'top-codes.ts': (where) => topCodes(where, period, most),
  'top-links.ts': (where) => topLinks(where, most),
  'totals.ts': totals,
  'utm-values.ts': utmValues,
})

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
