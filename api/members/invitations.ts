import { ApiError } from '#core/api-error.ts'
import { invitationMail } from '#core/mails.ts'
import { lockAccount } from '#model/accounts/accounts.ts'
import { deleteInvitation, insertInvitation, invitationUrl, selectInvitations } from '#model/accounts/invitations.ts'
import { done } from '#schemas/envelope.ts'
import { createdInvitation, createInvitationBody, invitationParams, invitations } from '#schemas/members.ts'
import { roleHas } from '#schemas/roles.ts'
import { demandCaller } from '../frame/auth/demand-caller.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'
import { confirmPower } from './confirm-power.ts'
import { ownersOnly } from './refusals.ts'

export const listInvitations = endpoint({
  method: 'GET',
  path: '/invitations',
  summary: 'List open invitations',
  permission: 'read',
  reply: invitations,
  async handle({ account, session, sql }) {
    demandSession(session)
    return await selectInvitations(sql, account.id)
  },
})

export const invite = endpoint({
  method: 'POST',
  path: '/invitations',
  summary: 'Invite a member',
  description: 'The link works once, for 7 days.',
  permission: 'write',
  body: createInvitationBody,
  validation: '422-in-body',
  reply: createdInvitation,
  status: 201,
  secretReply: true,
  errors: ['CONFLICT'],
  async handle({ body, account, role, key, session, sql, config, mailer }) {
    const { user } = demandSession(session)
    if (body.role === 'owner' && role !== null && !roleHas(role, 'owners')) throw ownersOnly()
    confirmPower(session, body.role)
    const { token, ...created } = await sql.begin(async (tx) => {
      await lockAccount(tx, account.id)
      await demandCaller(tx, { account, role, key, session })
      const invited = { account_id: account.id, email: body.email ?? null, role: body.role, created_by: user.id }
      return await insertInvitation(tx, invited)
    })
    const url = invitationUrl(config.BASE_URL, token)
    const mail = { account: account.name, role: body.role, by: user.email, url }
    const is_sent = typeof body.email === 'string' && (await mailer.send(invitationMail(body.email, mail)))
    return { ...created, url, is_sent }
  },
})

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/invitations/{id}',
  summary: 'Revoke an invitation',
  permission: 'delete',
  params: invitationParams,
  reply: done,
  errors: ['NOT_FOUND'],
  async handle({ params, account, session, sql }) {
    demandSession(session)
    if ((await sql.begin((tx) => deleteInvitation(tx, account.id, params.id))) === null)
      throw new ApiError('NOT_FOUND', 'Invitation not found. It may have been accepted, revoked, or expired.')
    return { message: 'Invitation revoked' }
  },
})
