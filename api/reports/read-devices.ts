import type { z } from 'zod'
import { shapes } from '#model/clicks/queries/shapes.ts'
import { filterQuery } from '#schemas/analytics.ts'
import { deviceReply, userDevicesQuery, userDevicesReply } from '#schemas/breakdowns.ts'
import { breakDown } from './break-down.ts'
import { type Report, type ReportRequest, reportOfAccount, reportOfLink } from './report.ts'

const common = {
  summary: 'Get clicks by browser, operating system, and device type',
  feature: 'device_analytics',
  answer: countDevices,
} as const

const linkDevices: Report<typeof filterQuery, typeof deviceReply> = {
  ...common,
  query: filterQuery,
  reply: deviceReply,
  standard: 'all_time',
}

const userDevices: Report<typeof userDevicesQuery, typeof userDevicesReply> = {
  ...common,
  query: userDevicesQuery,
  reply: userDevicesReply,
  standard: { days: 30 },
}

export const readDevices = [
  ...reportOfLink('device', linkDevices),
  reportOfAccount('/analytics/user-devices', userDevices),
]

type Clicks = Pick<ReportRequest, 'ask' | 'where'>

/** Clicks by browser, system, and device type, from one pass over the clicks. */
export const breakDownDevices = (clicks: Clicks, visitors: boolean) =>
  breakDown(clicks, { ...shapes.devices, visitors })

export async function countDevices(asked: Clicks): Promise<z.input<typeof deviceReply>> {
  const { total, lists } = await breakDownDevices(asked, false)
  return {
    data: {
      browsers: lists.browsers.map(({ browser, clicks, percentage }) => ({ name: browser, clicks, percentage })),
      operating_systems: lists.systems.map(({ os, clicks, percentage }) => ({ name: os, clicks, percentage })),
      device_types: lists.types.map(({ device_type, clicks, percentage }) => ({
        type: device_type,
        clicks,
        percentage,
      })),
    },
    total_device_combinations: total.combinations,
  }
}
