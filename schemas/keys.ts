import { z } from 'zod'
import { features, permission, planName } from './accounts.ts'
import { instant } from './envelope.ts'

const nameLimit = 100

/** A set of permissions: at least one, each once. */
const permissionSet = z
  .array(permission)
  .min(1, 'must have at least one permission')
  .refine((list) => new Set(list).size === list.length, 'must not repeat a permission')

export const createKeyBody = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(nameLimit, `must have at most ${nameLimit} characters`)
    .refine((value) => !value.includes('\u0000'), 'must not have the character U+0000'),
  permissions: permissionSet,
  expires_at: z.iso
    .datetime({ offset: true, error: 'must be an ISO 8601 instant' })
    .refine((value) => Date.parse(value) > Date.now(), 'must be in the future')
    .nullish(),
})

export const keyParams = z.object({ id: z.uuid() })

export const apiKey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    prefix: z.string().describe('The first characters of the key, to tell keys apart.'),
    permissions: z.array(permission),
    expires_at: instant.nullable(),
    last_used_at: instant.nullable().describe('To the minute.'),
    created_at: instant,
  })
  .meta({ id: 'ApiKey' })
export type ApiKeyRow = z.input<typeof apiKey>

export const createdKey = apiKey
  .extend({ key: z.string().describe('The key itself: shown this once.') })
  .meta({ id: 'CreatedApiKey' })

/** Who calls, and what their plan allows. */
export const me = z.object({
  account: z.object({ id: z.uuid(), name: z.string() }),
  plan: z.object({ name: planName, features: z.array(z.enum(features)), requests_per_minute: z.int() }),
  key: z
    .object({ id: z.uuid(), name: z.string(), permissions: z.array(permission) })
    .nullable()
    .describe('Null where a signed-in browser calls.'),
})
