import { z } from 'zod'
import { pageQuery } from './envelope.ts'
import { linkFields } from './link-fields.ts'
import { timestamp } from './moment.ts'
import type { ReadOnlyMembers } from './read-only.ts'
import { hasUtm, lacksUtm, type UtmField, utmFields } from './utm-fields.ts'
import { text } from './values.ts'

const ofEachField = <Value>(value: (field: UtmField) => Value) =>
  Object.fromEntries(utmFields.map((field) => [field, value(field)])) as Record<UtmField, Value>

const fields = z.strictObject({
  name: text(100).trim().min(1, 'Must not be empty.').describe('Unique within the account, ignoring case.'),
  ...ofEachField((field) => linkFields[field].input.optional().describe('Value of the parameter. null for none.')),
})

export const createUtmTemplateBody = fields.refine(hasUtm, { error: lacksUtm, path: ['utm_source'] })
export type CreateUtmTemplateBody = z.output<typeof createUtmTemplateBody>

export const updateUtmTemplateBody = fields.partial()

export const utmTemplateParams = z.object({ id: z.uuid() })

export const utmTemplate = z
  .object({
    id: z.uuid(),
    name: z.string(),
    ...ofEachField(() => z.string().nullable()),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'UtmTemplate' })
export type UtmTemplate = z.infer<typeof utmTemplate>

export const listUtmTemplatesQuery = pageQuery.omit({ cursor: true }).extend({
  search: text(200).optional().describe('Matches part of the name.'),
})
export type ListUtmTemplatesQuery = z.output<typeof listUtmTemplatesQuery>

export const readOnlyUtmTemplateMembers = {
  id: {},
  created_at: {},
  updated_at: { moves: true },
} as const satisfies ReadOnlyMembers<UtmTemplate>
