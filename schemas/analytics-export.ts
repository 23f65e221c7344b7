import { z } from 'zod'
import { filterQuery, reportDomain, reportParams } from './analytics.ts'
import { click } from './analytics-clicks.ts'

export const exportQuery = filterQuery.extend({
  dataset: z
    .enum(['clicks', 'daily'])
    .default('clicks')
    .describe('`clicks`: one row per click. `daily`: one row per short URL and day in `timezone`.'),
  format: z.enum(['csv', 'ndjson', 'parquet']).default('csv').describe('`parquet`: only for `clicks`.'),
  shortUrlId: reportParams.shape.id.default('all'),
  ...reportDomain.shape,
})

export const exportedDay = z.object({
  date: z.iso.date(),
  short_url_id: z.guid(),
  short_url: z.string(),
  clicks: z.int(),
  unique_visitors: z.int(),
})

export const exported = { clicks: click, daily: exportedDay }
