import { z } from 'zod'
import { spellHost } from './domains.ts'
import { listFormats } from './list-exports.ts'
import { timestamp } from './moment.ts'
import { text } from './values.ts'

const mostHosts = 20

/** How a link differs from its source. */
export const differenceKinds = ['destination', 'status', 'redirect_type', 'unreachable'] as const
export type DifferenceKind = (typeof differenceKinds)[number]

const host = text(253, 1)
  .transform(spellHost)
  .refine((value) => /^[a-z0-9.-]+(:\d{1,5})?$/.test(value), 'Enter a domain, such as go.example.com.')

export const verifyImportBody = z.strictObject({
  hosts: z.array(host).min(1).max(mostHosts).describe('Old domains to request. Links with other domains are left out.'),
  per_second: z.int().min(1).max(20).default(5).describe('Requests per second.'),
})

const count = z.int().nonnegative()

export const verificationRecord = z.object({
  status: z.enum(['running', 'completed']),
  hosts: z.array(z.string()),
  total: count.describe('Links with a short URL at these domains.'),
  checked: count,
  different: count,
  created_at: timestamp,
  finished_at: timestamp.nullable(),
})
export type VerificationRecord = z.infer<typeof verificationRecord>

export const exportDifferencesQuery = z.object({ format: z.enum(listFormats).default('csv') })

/** A row of the report. */
export const importDifference = z.object({
  position: z.int(),
  source_url: z.string(),
  kind: z.enum(differenceKinds),
  source_status: z.int().nullable(),
  source_destination: z.string().nullable(),
  status: z.int().nullable(),
  destination: z.string().nullable(),
  message: z.string().nullable(),
  short_url_id: z.guid(),
})
