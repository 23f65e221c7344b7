import { listTopCodes } from './list-top-codes.ts'
import { readCode } from './read-code.ts'
import { readDevices } from './read-devices.ts'
import { readLocations } from './read-locations.ts'
import { readOverview } from './read-overview.ts'
import { readReferrers } from './read-referrers.ts'
import { readTimeline } from './read-timeline.ts'

export const qrAnalytics = [
  readOverview,
  readTimeline,
  readDevices,
  readLocations,
  readReferrers,
  listTopCodes,
  readCode,
]
