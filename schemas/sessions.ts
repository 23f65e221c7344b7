import { z } from 'zod'
import { newPassword, planName, userEmail } from './accounts.ts'
import { instant } from './envelope.ts'
import { timeZone } from './time-zone.ts'

const currentUser = z.object({
  id: z.uuid(),
  email: z.string(),
  time_zone: z.string().nullable().describe('In which the web pages show days and times; null: that of the browser.'),
})

/** Who is signed in, and what their browser sends as X-CSRF-Token with every request that changes something. */
export const currentSession = z.object({
  user: currentUser,
  account: z.object({ id: z.uuid(), name: z.string() }),
  plan: planName,
  installation: z.object({
    is_owner: z.boolean().describe('The user runs this installation, and may see how it does.'),
    visitor_window_days: z.int().describe('For so long a visitor keeps one anonymous id.'),
  }),
  csrf_token: z.string(),
})

export const session = z.object({
  id: z.string().describe('A name for the session: it opens nothing.'),
  device: z.string().describe('Browser and system, as in "Firefox on Linux".'),
  created_at: instant,
  last_seen_at: instant.describe('To the minute.'),
  is_current: z.boolean(),
})
export const sessions = z.array(session)
export type SessionRow = z.input<typeof session>

export const sessionParams = z.object({ id: z.string().regex(/^[0-9a-f]{64}$/) })

/** Checked, not chosen: it may be anything. */
const currentPassword = z.string().max(1_000)

export const changePasswordBody = z.strictObject({ current_password: currentPassword, new_password: newPassword })
/** Every other session has ended, and this one goes on under a new cookie: with a new token for its requests. */
export const changedPassword = z.object({ csrf_token: z.string() })

export const changeEmailBody = z.strictObject({ current_password: currentPassword, email: userEmail })
export const changeTimeZoneBody = z.strictObject({ time_zone: timeZone.nullable() })
export const changedUser = currentUser
