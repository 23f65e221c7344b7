import { readClicks } from './read-clicks.ts'
import { readRecent } from './read-recent.ts'
import { readTimeline } from './read-timeline.ts'
import { readTopUrls } from './read-top-urls.ts'

export const analytics = [...readClicks, readRecent, readTopUrls, ...readTimeline]
