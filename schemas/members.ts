import { z } from 'zod'
import { role, userEmail } from './accounts.ts'
import { instant } from './envelope.ts'
import { text } from './values.ts'

const nameLimit = 100

export const member = z.object({
  id: z.uuid().describe('ID of the user.'),
  email: z.string(),
  role,
  joined_at: instant,
  last_seen_at: instant.nullable().describe('Last use of a session that is still active. null if there is none.'),
  api_keys: z.int().describe('Active API keys that the member created.'),
  is_you: z.boolean(),
})
export const members = z.array(member)
export type MemberRow = z.input<typeof member>

export const memberParams = z.object({ id: z.uuid() })
export const changeRoleBody = z.strictObject({ role })

/** The keys stay, and should be reviewed. */
export const removedMember = z.object({
  message: z.string(),
  api_keys: z.array(z.object({ id: z.uuid(), name: z.string(), prefix: z.string() })),
})

export const invitation = z.object({
  id: z.uuid(),
  email: z.string().nullable().describe('null: anyone who has the link can accept.'),
  role,
  invited_by: z.string().nullable().describe('Email of the member who invited. null for the command line.'),
  created_at: instant,
  expires_at: instant,
})
export const invitations = z.array(invitation)
export type InvitationRow = z.input<typeof invitation>

export const createInvitationBody = z.strictObject({
  email: userEmail
    .nullish()
    .describe('Only a user with this email address can accept. Default: anyone who has the link.'),
  role,
})
export const createdInvitation = invitation.extend({
  url: z.url().describe('Link to accept. Shown only once.'),
  is_sent: z.boolean().describe('The link was also sent by email.'),
})
export const invitationParams = z.object({ id: z.uuid() })

export const renameAccountBody = z.strictObject({ name: z.string().trim().pipe(text(nameLimit, 1)) })
export const renamedAccount = z.object({ id: z.uuid(), name: z.string() })

export const openAccountBody = z.strictObject({ account_id: z.uuid() })
