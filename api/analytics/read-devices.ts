import type { z } from 'zod'
import { filterQuery } from '#schemas/analytics.ts'
import { deviceReply, userDevicesQuery, userDevicesReply } from '#schemas/breakdowns.ts'
import { percentage } from './percentage.ts'
import { deviceRow, devices } from './queries/devices.ts'
import { type Asked, type Report, reportOfAccount, reportOfLink } from './report.ts'

const common = {
  summary: 'Browsers, operating systems and device types',
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

export async function countDevices({ ask, where }: Pick<Asked, 'ask' | 'where'>): Promise<z.input<typeof deviceReply>> {
  const rows = await ask(devices(where), deviceRow)
  const all = rows.find(({ dimension }) => dimension === 'total')
  const share = (of: z.output<typeof deviceRow>['dimension']) =>
    rows
      .filter(({ dimension }) => dimension === of)
      .map(({ name, clicks }) => ({ name, clicks, percentage: percentage(clicks, all?.clicks ?? 0) }))
  return {
    data: {
      browsers: share('browser'),
      operating_systems: share('os'),
      device_types: share('device_type').map(({ name, ...rest }) => ({ type: name, ...rest })),
    },
    total_device_combinations: all?.combinations ?? 0,
  }
}
