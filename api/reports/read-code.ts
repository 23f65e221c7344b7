import { hasFeature } from '#model/accounts/plans.ts'
import { scansOf } from '#model/clicks/which-clicks.ts'
import { findOwnCode } from '#model/qr-codes/read-qr-code.ts'
import { codeParams, codeReply, scanTimelineQuery } from '#schemas/analytics-qr.ts'
import { endpoint } from '../frame/endpoint.ts'
import { todayOf } from './figures.ts'
import { countsOf, nameCode, rankCodes } from './rank-codes.ts'
import { prepare } from './report.ts'
import { countScanDevices, countScanPlaces, countScanReferrers, countScansByTime } from './scan-reports.ts'

export const readCode = endpoint({
  method: 'GET',
  path: '/qranalytics/qr/{id}',
  summary: 'Get analytics for a QR code',
  description: 'Default period: the last 30 days.',
  permission: 'analytics',
  params: codeParams,
  query: scanTimelineQuery,
  validation: 'always-400',
  reply: codeReply,
  errors: ['NOT_FOUND', 'FEATURE_DISABLED'],
  async handle({ params, ...context }) {
    const asked = await prepare({ days: 30 }, context)
    const { account, now, query, sql } = asked
    const code = await findOwnCode(sql, context.reach, params.id)
    const scans = { ...asked, where: scansOf(asked.where, code.id) }
    const [[counted], today, timeline, locations, devices, referrers] = await Promise.all([
      rankCodes(asked, 1, code.id),
      rankCodes({ ...asked, period: todayOf(now, query.timezone) }, 1, code.id),
      countScansByTime(scans),
      countScanPlaces(scans),
      hasFeature(account.plan, 'device_analytics') ? countScanDevices(scans) : null,
      hasFeature(account.plan, 'traffic_source_analytics') ? countScanReferrers(scans) : null,
    ])
    return {
      qrCode: nameCode({ ...code, content_type: code.content.content_type }),
      ...countsOf(counted),
      scansToday: today[0]?.recent ?? 0,
      timeline,
      locations,
      devices,
      referrers,
    }
  },
})
