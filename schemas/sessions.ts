import { z } from 'zod'
import { planName } from './accounts.ts'
import { instant } from './envelope.ts'

/** Who is signed in, and what their browser sends as X-CSRF-Token with every request that changes something. */
export const currentSession = z.object({
  user: z.object({ id: z.uuid(), email: z.string() }),
  account: z.object({ id: z.uuid(), name: z.string() }),
  plan: planName,
  csrf_token: z.string(),
})

export const session = z.object({
  device: z.string().describe('Browser and system, as in "Firefox on Linux".'),
  created_at: instant,
  last_seen_at: instant.describe('To the minute.'),
  is_current: z.boolean(),
})
export const sessions = z.array(session)
export type SessionRow = z.input<typeof session>
