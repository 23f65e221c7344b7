import { compileFilter } from '#model/clicks/compile-filter.ts'
import { endOf, untilNow } from '#model/clicks/period.ts'
import { type CodeScans, topCodes, topCodesRow } from '#model/clicks/queries/top-codes.ts'
import { scansOf } from '#model/clicks/which-clicks.ts'
import type { ReportedCode } from '#model/qr-codes/reported-codes.ts'
import type { ReportRequest } from './report.ts'

const placeholder = 'Untitled QR code'

/** Scans by code, of all time and of the period; of one code if it is given. */
export async function rankCodes(
  { ask, now, period, query, scope }: ReportRequest,
  limit: number,
  codeId?: string,
): Promise<CodeScans[]> {
  const ever = compileFilter(scope, { from: null, to: Math.max(endOf(untilNow(now, null)), endOf(period)) }, query)
  return await ask(topCodes(scansOf(ever, codeId), period, limit), topCodesRow)
}

export const nameCode = ({ id, name, content_type, created_at }: ReportedCode) => ({
  id,
  name: name ?? placeholder,
  contentType: content_type,
  createdAt: created_at,
})

export const countsOf = (scans: CodeScans | undefined) => ({
  totalScans: scans?.scans ?? 0,
  recentScans: scans?.recent ?? 0,
  uniqueScanners: scans?.scanners ?? 0,
  lastScannedAt: scans?.last ?? null,
})
