import { z } from 'zod'
import { ch, type Fragment, int } from '#runtime/ch-tag.ts'
import { tagged } from '../which-clicks.ts'
import { packed } from './link-counts.ts'

export const taggedLinksRow = z.object({ links: z.int(), ids: z.string() })

/** Links that have a click with a UTM parameter: one row, even without clicks. */
export const taggedLinks = (where: Fragment, limit: number) => ch`
  select count() as links, ${packed(ch`link_id`)} as ids
  from (
    select distinct link_id
    from clicks
    where ${tagged(where)}
    limit ${int(limit)}
  )`
