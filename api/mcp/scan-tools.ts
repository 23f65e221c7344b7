import { z } from 'zod'
import { granularity } from '#schemas/analytics.ts'
import { codeReply } from '#schemas/analytics-qr.ts'
import { filterArguments, ofFilters } from './filters.ts'
import { tool } from './tool.ts'

const getScans = tool({
  name: 'get_qr_code_analytics',
  title: 'Get analytics for a QR code',
  description:
    'Scans of one QR code: totals, timeline, locations, devices, and referrers. Covers the last 30 days unless you set a ' +
    'period. Sections that the plan does not include are null. For scans of all codes, use the other analytics tools ' +
    'with `trigger: qr`.',
  effect: 'reads',
  calls: ['GET /qranalytics/qr/{id}'],
  input: z.strictObject({ qr_code_id: z.guid().describe('UUID.'), granularity, ...filterArguments }),
  output: codeReply,
  ask: ({ qr_code_id: id, ...filters }) => ({ params: { id }, query: ofFilters(filters) }),
})

export const scanTools = [getScans]
