import { ch } from '#runtime/ch-tag.ts'

/** A click with any UTM parameter. */
export const isTagged = ch`
  (utm_source != '' or utm_medium != '' or utm_campaign != '' or utm_term != '' or utm_content != '')`
