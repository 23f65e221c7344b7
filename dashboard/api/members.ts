import type { z } from 'zod'
import type { createdInvitation, createInvitationBody, invitation, member, removedMember } from '#schemas/members.ts'
import type { Role } from '#schemas/roles.ts'
import { change } from './client.ts'
import { readQuery } from './pages.ts'

export type Member = z.output<typeof member>
export type Invitation = z.output<typeof invitation>
export type CreatedInvitation = z.output<typeof createdInvitation>
type RemovedMember = z.output<typeof removedMember>
export type LeftKeys = RemovedMember['api_keys']

export const membersQuery = readQuery<Member[]>(['members'], '/api/app/members')
export const invitationsQuery = readQuery<Invitation[]>(['invitations'], '/api/app/invitations')

export const changeRole = (id: string, role: Role) => change('PUT', `/api/app/members/${id}`, { body: { role } })
export const removeMember = (id: string) => change<RemovedMember>('DELETE', `/api/app/members/${id}`)
export const leaveAccount = () => change('DELETE', '/api/app/membership')
export const invite = (body: z.input<typeof createInvitationBody>) =>
  change<CreatedInvitation>('POST', '/api/app/invitations', { body })
export const revokeInvitation = (id: string) => change('DELETE', `/api/app/invitations/${id}`)
export const openAccount = (account_id: string) => change('PUT', '/api/app/session', { body: { account_id } })
export const renameAccount = (name: string) =>
  change<{ id: string; name: string }>('PUT', '/api/app/account', { body: { name } })
