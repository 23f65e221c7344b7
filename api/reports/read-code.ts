import { hasFeature } from '#model/accounts/plans.ts'
import { scansOf } from '#model/clicks/which-clicks.ts'
import { findOwnCode } from '#model/qr-codes/find-own-code.ts'
import { codeParams, codeReply, scanTimelineQuery } from '#schemas/analytics-qr.ts'
import { endpoint } from '../frame/endpoint.ts'
import { todayOf } from './figures.ts'
import { countsOf, nameCode, rankCodes } from './rank-codes.ts'
import { prepare } from './report.ts'
import { countScanDevices } from './scan-devices.ts'
import { countScanPlaces } from './scan-locations.ts'
import { countScanReferrers } from './scan-referrers.ts'
import { countScansByTime } from './scan-timeline.ts'

export const readCode = endpoint({
  method: 'GET',
  path: '/qranalytics/qr/{id}',
  summary: 'The scans of one QR code: its figures, timeline, places, devices and referrers',
  permission: 'analytics',
  params: codeParams,
  query: scanTimelineQuery,
  validation: 'always-400',
  reply: codeReply,
  errors: ['NOT_FOUND'],
  async handle({ params, ...context }) {
    const asked = await prepare({ days: 30 }, context)
    const { account, ask, now, query, sql } = asked
    const code = await findOwnCode(sql, context.reach, params.id)
    const where = scansOf(asked.where, code.id)
    const [[scans], today, timeline, locations, devices, referrers] = await Promise.all([
      rankCodes(asked, 1, code.id),
      rankCodes({ ...asked, period: todayOf(now, query.timezone) }, 1, code.id),
      countScansByTime(asked, where),
      countScanPlaces(ask, where),
      hasFeature(account.plan, 'device_analytics') ? countScanDevices(ask, where) : null,
      hasFeature(account.plan, 'traffic_source_analytics') ? countScanReferrers(ask, where) : null,
    ])
    return {
      qrCode: nameCode({ ...code, content_type: code.content.content_type }),
      ...countsOf(scans),
      scansToday: today[0]?.recent ?? 0,
      timeline,
      locations,
      devices,
      referrers,
    }
  },
})
