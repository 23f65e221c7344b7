import { z } from 'zod'
import { oneSelection, selection } from './bulk-links.ts'
import { shortUrlDomain } from './links.ts'
import { queryFlag } from './values.ts'

/** With `only_trashed`, a deletion from the trash does not reach a short URL that was restored in the meantime. */
export const deleteShortUrlQuery = shortUrlDomain.extend({
  only_trashed: queryFlag.optional().describe('Deletes the short URL only if it is in the trash. Otherwise: 409.'),
})

export const deleteShortUrlsBody = z
  .strictObject({
    ...selection,
    only_trashed: z
      .boolean()
      .optional()
      .describe('Deletes only short URLs in the trash. Others are listed in `failed` with `CONFLICT`.'),
  })
  .check(oneSelection)
