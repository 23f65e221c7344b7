import { z } from 'zod'
import { instant, pageQuery } from './envelope.ts'
import { moment, timestamp } from './moment.ts'
import { text } from './values.ts'

/** Who acts: a signed-in user, an API key, a connected app, the command line, a scheduled change, or Waymark itself. */
const actorTypes = ['user', 'key', 'app', 'cli', 'schedule', 'system'] as const

export const actor = z.object({
  type: z.enum(actorTypes),
  id: z.string().nullable(),
  name: z.string().describe('Email of the user, or name of the key or app.'),
})
export type Actor = z.infer<typeof actor>

const settings = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
export type SettingValues = z.infer<typeof settings>
const setting = settings.nullable()

export const auditEntry = z.object({
  id: z.uuid(),
  at: instant,
  actor,
  action: z.string().describe('Method and path of the endpoint, or a name such as `sign_in`.'),
  summary: z.string(),
  object_ids: z.array(z.string()).describe('IDs of the changed objects, as far as the request names them.'),
  fields: z.array(z.string()).describe('Names of the fields that the request sent, without their values.'),
  network: z.string().nullable().describe('IP address without its last part: /24 of IPv4, /48 of IPv6.'),
  before: setting.describe('Previous value of a setting, such as a role.'),
  after: setting.describe('New value of a setting.'),
})
export type AuditEntryRow = z.input<typeof auditEntry>

/** The `data` of the event audit.recorded. */
export const auditEvent = auditEntry.extend({ at: timestamp })

const filter = {
  actor_type: z.enum(actorTypes).optional(),
  search: text(200).optional().describe('Part of the actor, the summary, or an object ID.'),
  start: moment.optional(),
  end: moment.optional(),
}
export const auditQuery = pageQuery.omit({ cursor: true }).extend(filter)
export const auditExportQuery = z.object({ ...filter, format: z.enum(['csv', 'ndjson']).default('csv') })
export type AuditFilter = Omit<z.output<typeof auditExportQuery>, 'format'>

/** An entry as a line of CSV, without lists. */
export const auditLine = z.object({
  id: z.uuid(),
  at: instant,
  actor_type: z.string(),
  actor_id: z.string(),
  actor_name: z.string(),
  action: z.string(),
  summary: z.string(),
  object_ids: z.string(),
  fields: z.string(),
  network: z.string(),
  before: z.string(),
  after: z.string(),
})

export function lineOf({ actor: by, object_ids, fields, network, before, after, ...rest }: AuditEntryRow) {
  const json = (value: unknown) => (value === null ? '' : JSON.stringify(value))
  return {
    ...rest,
    ...{ actor_type: by.type, actor_id: by.id ?? '', actor_name: by.name },
    ...{ object_ids: object_ids.join(' '), fields: fields.join(' '), network: network ?? '' },
    ...{ before: json(before), after: json(after) },
  }
}
