import { z } from 'zod'
import { actor } from './audit.ts'
import { instant, pageQuery } from './envelope.ts'
import { experiment } from './experiments.ts'
import { type LinkFieldName, linkFieldNames } from './link-fields.ts'
import { shortUrl } from './links.ts'
import { qrCode } from './qr-codes.ts'

/** Fields of a short URL whose changes are in its history, but that are not in the catalog of fields. */
const ownFields = ['url', 'short_code', 'trashed_at', 'quarantined_at', 'quarantine_reason'] as const
export const linkHistoryFields = [...ownFields, ...linkFieldNames] as const
export type LinkHistoryField = LinkFieldName | (typeof ownFields)[number]

/** Rollbacks leave them alone: the trash has its own calls, and only the operator lifts a quarantine. */
const kept: ReadonlySet<string> = new Set(['trashed_at', 'quarantined_at', 'quarantine_reason'])
export const isRestorable = (field: LinkHistoryField): boolean => !kept.has(field)
const restorable = linkHistoryFields.filter(isRestorable)

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

/** `content_data` also restores `content_type`. */
const codeFields = [
  'name',
  'tags',
  'campaign_id',
  'expires_at',
  'tracking_enabled',
  'visual_settings',
  'content_data',
] as const
export type CodeRestorable = (typeof codeFields)[number]

export const experimentFields = [
  'name',
  'description',
  'hypothesis',
  'traffic_split_mode',
  'conversions_enabled',
  'min_sample_size',
  'confidence_level',
  'variants',
] as const
export type ExperimentRestorable = (typeof experimentFields)[number]

const bodyOf = <const Fields extends readonly string[]>(fields: Fields) =>
  z.strictObject({
    entry_id: z.uuid().describe('Entry of the history. The state before its change is restored.'),
    fields: z.array(z.enum(fields)).min(1).optional().describe('Restores only these fields. Default: all.'),
    expected_entry_id: z
      .uuid()
      .optional()
      .describe('The newest entry that you know. If there is a newer one, the response is 409 and nothing changes.'),
    dry_run: z.boolean().default(false).describe('Return what would change, and change nothing.'),
  })

export const rollbackBody = bodyOf(restorable)
export const codeRollbackBody = bodyOf(codeFields).meta({ id: 'QrCodeRollback' })
export const experimentRollbackBody = bodyOf(experimentFields).meta({ id: 'AbTestRollback' })

const outcome = {
  restored: z.array(change).describe('The fields that were restored, or would be with `dry_run`.'),
  not_restored: z.array(z.string()).describe('Fields that differ but cannot be restored, such as a password.'),
}

export const rollback = z.object({ short_url: shortUrl, ...outcome })
export const codeRollback = z.object({ qrCode: qrCode, ...outcome })
export const experimentRollback = z.object({ test: experiment, ...outcome }).meta({ id: 'RolledBackAbTest' })
