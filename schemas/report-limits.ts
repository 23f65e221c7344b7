/** Maximum rows per report, those with the most clicks. No schemas here, so that the dashboard can import just the numbers. */

export const mostReferrers = 20
/** Browsers, operating systems and device types: clients can send any name. */
export const mostDevices = 500
export const mostCombinations = 1_000
export const mostValues = 500
export const mostCampaigns = 1_000
/** Countries, regions and cities, each. */
export const mostPlaces = 1_000

/** Intervals of a timeline: more than a year of hours. Longer spans must use days. */
export const mostBuckets = 10_000
