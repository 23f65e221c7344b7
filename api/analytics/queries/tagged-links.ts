import { z } from 'zod'
import { ch, type Fragment, int } from '#runtime/ch-tag.ts'
import { isTagged } from './is-tagged.ts'

export const taggedLinksRow = z.object({ link_id: z.string() })

/** The links of which a click has a UTM parameter. */
export const taggedLinks = (where: Fragment, limit: number) => ch`
  select link_id
  from clicks
  where ${where} and ${isTagged}
  group by link_id
  limit ${int(limit)}`
