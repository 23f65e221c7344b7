import { z } from 'zod'
import { dateRanges } from '#schemas/analytics.ts'
import { type AgentFilterColumn, columnOf, filterColumns } from '#schemas/click-columns.ts'
import { shortUrlParams } from '#schemas/links.ts'

/** Date ranges of one vocabulary: an agent does not need both. */
const ranges = dateRanges.filter((name) => name.startsWith('last_') || name === 'all_time')

const value = (text: string) => z.string().max(1_024).optional().describe(text)

/** Column filters for agents. */
const columnFilters = Object.fromEntries(
  filterColumns.flatMap((name) => {
    const { agentHint, values } = columnOf(name)
    if (agentHint === undefined) return []
    return [[name, values === undefined ? value(agentHint) : z.enum(values).optional().describe(agentHint)]]
  }),
) as Record<AgentFilterColumn, z.ZodOptional<z.ZodString>>

export const shortUrlId = shortUrlParams.shape.id
  .default('all')
  .describe('UUID, short code, or custom alias of a short URL, or all.')

/** The part of the filter set F that agents are likely to need. */
export const filterArguments = {
  date_range: z.enum(ranges).optional().describe('Period that ends now.'),
  start_date: value('ISO 8601. Use instead of date_range.'),
  end_date: value('ISO 8601. A date includes the whole day.'),
  timezone: z.string().max(64).default('UTC').describe('Time zone of days, such as America/New_York.'),
  traffic: z
    .enum(['default', 'human', 'bot', 'all'])
    .default('default')
    .describe('default: humans and unknown clients, but no bots.'),
  trigger: z.enum(['all', 'link', 'qr']).default('all').describe('qr: only QR code scans.'),
  campaign_id: value('Campaign UUID or name.'),
  tags: value('Tags of the short URL, comma-separated. Prefix with - to exclude.'),
  ...columnFilters,
}

/** The default period. */
const usualRange = 'last_30_days'

interface Span {
  date_range?: string | undefined
  start_date?: string | undefined
  end_date?: string | undefined
}

/** The same filters as a query of the REST API. */
export const ofFilters = <Arguments extends Span>(args: Arguments) =>
  args.date_range === undefined && args.start_date === undefined && args.end_date === undefined
    ? { ...args, date_range: usualRange }
    : args
