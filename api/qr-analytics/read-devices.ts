import type { z } from 'zod'
import type { Fragment } from '#runtime/ch-tag.ts'
import { scanDevicesReply, scanQuery } from '#schemas/analytics-qr.ts'
import { percentage } from '../analytics/percentage.ts'
import { scanDeviceRow, scanDevices } from '../analytics/queries/scan-devices.ts'
import { type Asked, type Report, reportOfAccount } from '../analytics/report.ts'
import { scansOf } from './scans.ts'

const devices: Report<typeof scanQuery, typeof scanDevicesReply> = {
  summary: 'Scans by device type, operating system and browser',
  feature: 'device_analytics',
  query: scanQuery,
  reply: scanDevicesReply,
  standard: { days: 30 },
  answer: ({ ask, where }) => countScanDevices(ask, scansOf(where)),
}

export const readDevices = reportOfAccount('/qranalytics/devices', devices)

export async function countScanDevices(ask: Asked['ask'], where: Fragment): Promise<z.input<typeof scanDevicesReply>> {
  const rows = await ask(scanDevices(where), scanDeviceRow)
  const totalScans = rows.find(({ dimension }) => dimension === 'total')?.scans ?? 0
  const by = (wanted: z.output<typeof scanDeviceRow>['dimension']) =>
    rows
      .filter(({ dimension }) => dimension === wanted)
      .map(({ name, scans, scanners }) => ({ name, scans, uniqueScanners: scanners }))
  return {
    deviceTypes: by('device').map(({ name, ...counts }) => ({
      type: name,
      ...counts,
      percentage: percentage(counts.scans, totalScans),
    })),
    osBreakdown: by('os'),
    browserBreakdown: by('browser'),
    totalScans,
  }
}
