import { ch, column, join } from '#runtime/ch-tag.ts'
import { utmFields } from '#schemas/link-fields.ts'

/** A click with any UTM parameter. */
export const isTagged = ch`(${join(
  utmFields.map((name) => ch`${column(name)} != ''`),
  ch` or `,
)})`
