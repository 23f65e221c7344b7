import type { z } from 'zod'
import { scansOf } from '#model/clicks/which-clicks.ts'
import type { Fragment } from '#runtime/ch-tag.ts'
import { scanDevicesReply, scanQuery } from '#schemas/analytics-qr.ts'
import { breakDownDevices } from './read-devices.ts'
import { type Asked, type Report, reportOfAccount } from './report.ts'
import { asScans } from './scans.ts'

const devices: Report<typeof scanQuery, typeof scanDevicesReply> = {
  summary: 'Scans by device type, operating system and browser',
  feature: 'device_analytics',
  query: scanQuery,
  reply: scanDevicesReply,
  standard: { days: 30 },
  answer: ({ ask, where }) => countScanDevices(ask, scansOf(where)),
}

export const readScanDevices = reportOfAccount('/qranalytics/devices', devices)

export async function countScanDevices(ask: Asked['ask'], where: Fragment): Promise<z.input<typeof scanDevicesReply>> {
  const { total, lists } = await breakDownDevices({ ask, where }, true)
  return {
    deviceTypes: lists.types.map(({ device_type, ...counts }) => ({ type: device_type, ...asScans(counts) })),
    osBreakdown: lists.systems.map(({ os, ...counts }) => ({ name: os, ...asScans(counts) })),
    browserBreakdown: lists.browsers.map(({ browser, ...counts }) => ({ name: browser, ...asScans(counts) })),
    totalScans: total.clicks,
  }
}
