import { type Waymark, WaymarkError } from '#sdk'
import { drawBars } from './bar-chart.ts'
import { connect } from './connect.ts'
import { printJson, printTable } from './print.ts'

const barWidth = 50
const mostDays = 365
const dayMs = 86_400_000

interface StatsOptions {
  days: string
  timezone?: string
  json?: boolean
}

/** Clicks by day as bars, of one link or of the account. */
export async function showStats(link: string | undefined, options: StatsOptions): Promise<void> {
  const days = Number(options.days)
  if (!Number.isInteger(days) || days < 1 || days > mostDays) throw new Error(`--days must be from 1 to ${mostDays}.`)
  const timezone = options.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const { timeline, places, sources } = await readReports(await connect(), link, { days, timezone })
  if (options.json) return printJson({ timeline, locations: places, traffic_sources: sources })
  const total = timeline.reduce((sum, { clicks }) => sum + clicks, 0)
  process.stdout.write(`${count(total, 'click')} in ${count(days, 'day')}\n\n`)
  process.stdout.write(
    drawBars(
      timeline.map(({ date, clicks }) => ({ label: dayOf(date, timezone), value: clicks })),
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

interface Last {
  days: number
  timezone: string
}

/** All reports have the same start: the locations and sources do not take a number of days. */
async function readReports(waymark: Waymark, link: string | undefined, { days, timezone }: Last) {
  const period = { startDate: firstDay(days, timezone), timezone }
  const { analytics, linkAnalytics } = waymark
  const [timeline, places, sources] = await Promise.all([
    link === undefined ? analytics.timeline(period) : linkAnalytics.timeline(link, period),
    link === undefined ? analytics.locations(period) : linkAnalytics.locations(link, period),
    unlessDisabled(link === undefined ? analytics.trafficSources(period) : linkAnalytics.trafficSources(link, period)),
  ])
  return { timeline, places, sources }
}

/** The first of the days up to today, by their dates: a day of a clock change has 23 or 25 hours. */
function firstDay(days: number, timezone: string): string {
  const today = Date.parse(dayOf(new Date(), timezone))
  return new Date(today - (days - 1) * dayMs).toISOString().slice(0, 'yyyy-mm-dd'.length)
}

/** Empty if the plan does not include the report. */
async function unlessDisabled<Row>(report: Promise<Row[]>): Promise<Row[]> {
  try {
    return await report
  } catch (error) {
    if (error instanceof WaymarkError && error.code === 'FEATURE_DISABLED') return []
    throw error
  }
}

const count = (number: number, noun: string) => `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`

/** The day in the time zone of the report. */
const dayOf = (date: string | Date, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date(date))
