import { z } from 'zod'
import { ch, type Fragment, int } from '#runtime/ch-tag.ts'

/** Clients may claim any language. */
const mostLanguages = 500

export const languageRow = z.object({
  language: z.string().transform((code) => (code === '' ? null : code)),
  clicks: z.int(),
  total: z.int(),
})

/** Clicks by the language that the client prefers. */
export const languages = (where: Fragment) => ch`
  select language, clicks, sum(clicks) over () as total
  from (
    select language, count() as clicks
    from clicks
    where ${where}
    group by language
  )
  order by clicks desc, language
  limit ${int(mostLanguages)}`
