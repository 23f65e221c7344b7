import { readTimeline } from './read-timeline.ts'

export const analytics = [...readTimeline]
