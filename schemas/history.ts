import { z } from 'zod'
import { actor } from './audit.ts'
import { instant, pageQuery } from './envelope.ts'
import { type LinkFieldName, linkFieldNames } from './link-fields.ts'
import { shortUrl } from './links.ts'

/** Fields of a short URL whose changes are in its history, but that are not in the catalog of fields. */
const ownFields = ['url', 'short_code', 'trashed_at'] as const
export const linkHistoryFields = [...ownFields, ...linkFieldNames] as const
export type LinkHistoryField = LinkFieldName | (typeof ownFields)[number]

/** Rollbacks leave it alone: a short URL is restored from the trash by its own call. */
const restorable = linkHistoryFields.filter((name) => name !== 'trashed_at')

const change = z
  .object({
    field: z.string(),
    before: z.unknown().describe('Previous value. For `password`: whether there was one.'),
    after: z.unknown(),
  })
  .meta({ id: 'FieldChange' })
export type FieldChange = z.infer<typeof change>

const historyActor = actor.extend({ name: z.string().nullable().describe('null for users, unless you are signed in.') })
export type HistoryActor = z.infer<typeof historyActor>

export const historyEntry = z
  .object({
    id: z.uuid(),
    at: instant,
    actor: historyActor.describe('Who made the change. `system` is Waymark itself.'),
    restored_from: z
      .uuid()
      .nullable()
      .describe('Entry whose earlier state a rollback restored. null for other changes.'),
    changes: z.array(change),
  })
  .meta({ id: 'HistoryEntry' })

export const historyQuery = pageQuery.extend({
  cursor: z.uuid().optional().describe('`next_cursor` of the previous page. Takes precedence over `page`.'),
})
export const linkHistoryQuery = historyQuery.extend({
  field: z.enum(linkHistoryFields).optional().describe('Only changes of this field.'),
})

export const rollbackBody = z.strictObject({
  entry_id: z.uuid().describe('Entry of the history. The state before its change is restored.'),
  fields: z.array(z.enum(restorable)).min(1).optional().describe('Restores only these fields. Default: all.'),
  expected_entry_id: z
    .uuid()
    .optional()
    .describe('The newest entry that you know. If there is a newer one, the response is 409 and nothing changes.'),
  dry_run: z.boolean().default(false).describe('Return what would change, and change nothing.'),
})

export const rollback = z.object({
  short_url: shortUrl,
  restored: z.array(change).describe('The fields that were restored, or would be with `dry_run`.'),
  not_restored: z.array(z.string()).describe('Fields that differ but cannot be restored, such as a password.'),
})
