import { exportClicks } from './export-clicks.ts'
import { listTaggedUrls } from './list-tagged-urls.ts'
import { listTopCodes } from './list-top-codes.ts'
import { readCampaigns } from './read-campaigns.ts'
import { readClicks } from './read-clicks.ts'
import { readCode } from './read-code.ts'
import { readColumns } from './read-columns.ts'
import { readComplete } from './read-complete.ts'
import { readDevices } from './read-devices.ts'
import { readLocations } from './read-locations.ts'
import { readOverview } from './read-overview.ts'
import { readRecent } from './read-recent.ts'
import { readReferrers } from './read-referrers.ts'
import { readTimeline } from './read-timeline.ts'
import { readTopUrls } from './read-top-urls.ts'
import { readTrafficSources } from './read-traffic-sources.ts'
import { readUtm } from './read-utm.ts'
import { readScanOverview } from './scan-overview.ts'
import { scanBreakdowns } from './scan-reports.ts'

export const reports = [
  readTopUrls,
  readRecent,
  ...readTimeline,
  ...readDevices,
  ...readUtm,
  listTaggedUrls,
  ...readTrafficSources,
  ...readReferrers,
  ...readLocations,
  ...readColumns,
  ...readCampaigns,
  ...readClicks,
  ...readOverview,
  ...readComplete,
  exportClicks,
  readScanOverview,
  ...scanBreakdowns,
  listTopCodes,
  readCode,
]
