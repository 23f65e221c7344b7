import { readLinkTimeline, readTimeline, readUrlTimeline } from './read-timeline.ts'

export const analytics = [readTimeline, readLinkTimeline, readUrlTimeline]
