import { drawBars } from './bar-chart.ts'
import { connect } from './connect.ts'
import { printJson, printTable } from './print.ts'

const barWidth = 50
const mostDays = 366

interface StatsOptions {
  days: string
  timezone?: string
  json?: boolean
}

/** Clicks by day as bars, of one link or of the account. */
export async function showStats(link: string | undefined, options: StatsOptions): Promise<void> {
  const days = Number(options.days)
  if (!Number.isInteger(days) || days < 1 || days > mostDays) throw new Error(`--days must be from 1 to ${mostDays}.`)
  const period = { days, timezone: options.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone }
  const waymark = await connect()
  const [timeline, places, sources] = await (link === undefined
    ? Promise.all([
        waymark.analytics.timeline(period),
        waymark.analytics.locations(period),
        waymark.analytics.trafficSources(period),
      ])
    : Promise.all([
        waymark.linkAnalytics.timeline(link, period),
        waymark.linkAnalytics.locations(link, period),
        waymark.linkAnalytics.trafficSources(link, period),
      ]))
  if (options.json) return printJson({ timeline, locations: places, traffic_sources: sources })
  const total = timeline.reduce((sum, { clicks }) => sum + clicks, 0)
  process.stdout.write(`${count(total, 'click')} in ${count(days, 'day')}\n\n`)
  process.stdout.write(
    drawBars(
      timeline.map(({ date, clicks }) => ({ label: dayOf(date, period.timezone), value: clicks })),
      barWidth,
    ),
  )
  const countries = places.countries.slice(0, 5).map(({ country, clicks }) => [country || 'Unknown', clicks])
  if (countries.length > 0) {
    process.stdout.write('\n')
    printTable(['COUNTRY', 'CLICKS'], countries)
  }
  if (sources.length > 0) {
    process.stdout.write('\n')
    printTable(
      ['SOURCE', 'CLICKS'],
      sources.map(({ source, clicks }) => [source, clicks]),
    )
  }
}

const count = (number: number, noun: string) => `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`

/** The day in the time zone of the report. */
const dayOf = (date: string, timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date(date))
