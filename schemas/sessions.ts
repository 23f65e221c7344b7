import { z } from 'zod'
import { newPassword, planName, role, userEmail } from './accounts.ts'
import { instant } from './envelope.ts'
import { timeZone } from './time-zone.ts'

const currentUser = z.object({
  id: z.uuid(),
  email: z.string(),
  time_zone: z.string().nullable().describe('Time zone of the dashboard. null: that of the browser.'),
})

/** The signed-in user, and the X-CSRF-Token that the browser must send with every change. */
export const currentSession = z.object({
  user: currentUser,
  account: z.object({ id: z.uuid(), name: z.string() }),
  role: role.describe('Role of the user in the account.'),
  accounts: z
    .array(z.object({ id: z.uuid(), name: z.string(), role }))
    .describe('All accounts that the session can open, including this one.'),
  is_single_sign_on: z.boolean().describe('Opened with single sign-on: the session reaches only this account.'),
  plan: planName,
  installation: z.object({
    is_owner: z.boolean().describe('The user owns this installation and may see its status.'),
    visitor_window_days: z.int().describe('Days for which a visitor keeps the same anonymous ID.'),
  }),
  csrf_token: z.string(),
})

export const session = z.object({
  id: z.string().describe('Identifies the session, but cannot be used to sign in.'),
  device: z.string().describe('Browser and operating system, such as "Firefox on Linux".'),
  created_at: instant,
  last_seen_at: instant.describe('Accurate to the minute.'),
  is_current: z.boolean(),
})
export const sessions = z.array(session)
export type SessionRow = z.input<typeof session>

export const sessionParams = z.object({ id: z.string().regex(/^[0-9a-f]{64}$/) })

/** No rules: it is checked, not set. */
export const currentPassword = z.string().max(1_000)

export const confirmPasswordBody = z.strictObject({ current_password: currentPassword })

export const changePasswordBody = z.strictObject({
  current_password: currentPassword,
  new_password: newPassword,
  revoke_access: z
    .boolean()
    .default(false)
    .describe(
      'End all other access: revoke the API keys, apps and open invitations of the user, and all those of accounts that the user owns, and remove the passkeys and single sign-on connections of the user.',
    ),
})
/** All other sessions have ended. This one continues with a new cookie and a new CSRF token. */
export const changedPassword = z.object({ csrf_token: z.string() })

export const changeEmailBody = z.strictObject({ current_password: currentPassword, email: userEmail })
export const changeTimeZoneBody = z.strictObject({ time_zone: timeZone.nullable() })
export const changedUser = currentUser
