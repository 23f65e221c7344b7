import { hasFeature } from '#model/accounts/plans.ts'
import { askTimeline } from '#model/clicks/ask-timeline.ts'
import { clickRow } from '#model/clicks/queries/click-columns.ts'
import { clickPage } from '#model/clicks/queries/click-page.ts'
import { readExperiment } from '#model/experiments/read-experiment.ts'
import { readWithFigures } from '#model/experiments/read-figures.ts'
import { completeQuery, completeReply } from '#schemas/analytics-complete.ts'
import { presentClicks } from './present-clicks.ts'
import { countColumns } from './read-columns.ts'
import { countDevices } from './read-devices.ts'
import { locationReport } from './read-locations.ts'
import { overviewReport } from './read-overview.ts'
import { breakDownSources, countReferrers } from './read-referrers.ts'
import { countCombinations } from './read-utm.ts'
import { type ReportRequest, reportOfLink } from './report.ts'

const recentClicks = 10

export const readComplete = reportOfLink('complete', {
  summary: 'Get all analytics',
  query: completeQuery,
  reply: completeReply,
  standard: { days: 30 },
  async answer(asked) {
    const { account, period, query, where } = asked
    const hasDevices = hasFeature(account.plan, 'device_analytics')
    const hasSources = hasFeature(account.plan, 'traffic_source_analytics')
    const hasUtm = hasFeature(account.plan, 'utm_analytics')
    const countingSources = hasSources ? breakDownSources(asked) : null
    const [overview, timeline, devices, locations, traffic_sources, referrers, utm, columns, recent_clicks, ab_test] =
      await Promise.all([
        overviewReport.answer(asked),
        askTimeline(asked, where, { period, ...query }),
        hasDevices ? countDevices(asked) : null,
        locationReport.answer(asked),
        countingSources?.then(({ lists }) => lists.sources) ?? null,
        countingSources && countReferrers(asked, countingSources),
        hasUtm ? countCombinations(asked) : null,
        countColumns(asked),
        listRecent(asked),
        readCurrentTest(asked),
      ])
    return {
      overview,
      timeline,
      devices: devices?.data ?? null,
      locations,
      traffic_sources,
      referrers,
      utm: utm?.data ?? null,
      ...columns,
      recent_clicks,
      ab_test,
      generated_at: new Date(),
    }
  },
})

async function listRecent(asked: ReportRequest) {
  const page = { cursor: undefined, limit: recentClicks, offset: 0 }
  return await presentClicks(asked, await asked.ask(clickPage(asked.where, page), clickRow))
}

async function readCurrentTest(asked: ReportRequest) {
  const id = asked.link?.ab_test_id ?? null
  const test = id === null ? undefined : await readExperiment(asked.sql, id)
  return test === undefined ? null : await readWithFigures(asked, test)
}
