import { z } from 'zod'

/** Pub/sub channel that tells the API processes whose clicks have been stored, for open dashboards. */
export const liveChannel = 'live-clicks'

/** More links than this are not listed. */
export const mostLiveLinks = 50

/** The clicked links by account; null: too many to list. */
export const liveMessage = z.record(z.string(), z.array(z.string()).nullable())
export type LiveMessage = z.infer<typeof liveMessage>
