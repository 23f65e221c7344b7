import { z } from 'zod'
import { badRequest } from '#core/api-error.ts'
import { clickCount, clickCountRow } from '#model/clicks/queries/click-count.ts'
import { dayCount } from '#model/clicks/queries/day-count.ts'
import { exported, exportQuery } from '#schemas/analytics-export.ts'
import { endpoint } from '../frame/endpoint.ts'
import { FileReply } from '../frame/file-reply.ts'
import { rowMediaTypes, streamRows } from '../frame/stream-rows.ts'
import { clickPages, dayPages } from './export-pages.ts'
import { prepare } from './report.ts'
import { saveParquet } from './save-parquet.ts'

/** Rows of one file. Longer exports must be split into periods. */
const mostRows = 1_000_000
const parquetMediaType = 'application/vnd.apache.parquet'

export const exportClicks = endpoint({
  method: 'GET',
  path: '/analytics/export',
  summary: 'Export clicks',
  description: `Returns clicks, or clicks by day, as a file of up to ${mostRows.toLocaleString('en')} rows. Default period: all time.`,
  permission: 'analytics',
  bulk: true,
  query: exportQuery,
  validation: 'always-400',
  reply: z.never(),
  files: [rowMediaTypes.csv, rowMediaTypes.ndjson, parquetMediaType],
  errors: ['NOT_FOUND', 'FEATURE_DISABLED'],
  async handle(context) {
    const asked = await prepare('all_time', context, context.query.shortUrlId)
    const { ask, query, where } = asked
    const { dataset, format, timezone } = query
    if (format === 'parquet' && dataset !== 'clicks') throw badRequest('`format=parquet` is only for `dataset=clicks`.')
    const [counted] = await ask(dataset === 'clicks' ? clickCount(where) : dayCount(where, timezone), clickCountRow)
    if ((counted?.clicks ?? 0) > mostRows) throw tooMany(counted?.clicks)
    const file = { filename: `${dataset}.${format}`, disposition: 'attachment' } as const
    if (format === 'parquet')
      return new FileReply({ ...file, media_type: parquetMediaType, make: () => saveParquet(asked) })
    const pages = dataset === 'clicks' ? clickPages(asked) : dayPages(asked)
    return new FileReply({
      ...file,
      media_type: rowMediaTypes[format],
      make: () => streamRows(pages, exported[dataset], format),
    })
  },
})

const tooMany = (rows = 0) =>
  badRequest(
    `An export has at most ${mostRows.toLocaleString('en-US')} rows, and this one would have ${rows.toLocaleString('en-US')}. Shorten the period.`,
  )
