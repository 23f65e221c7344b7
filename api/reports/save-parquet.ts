import type { Readable } from 'node:stream'
import { askParquet } from '#model/clicks/ask-clicks.ts'
import { clickFile } from '#model/clicks/queries/click-file.ts'
import { dayMs, withheldColumns } from './present-clicks.ts'
import type { ReportRequest } from './report.ts'

/** All clicks of a report as a Parquet file, which the click store writes. */
export function saveParquet({
  account,
  ch,
  clickFiles,
  config,
  period,
  signal,
  where,
}: ReportRequest): Promise<Readable> {
  const statement = clickFile(where, {
    account_id: account.id,
    period,
    windowMs: config.VISITOR_WINDOW_DAYS * dayMs,
    withheld: new Set(withheldColumns(account.plan)),
  })
  return clickFiles.save(account.id, (use) => askParquet(ch, statement, { gone: signal }, use))
}
