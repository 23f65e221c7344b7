import { ApiError } from '#core/api-error.ts'
import { setAccountName } from '#model/accounts/accounts.ts'
import { openAccount, selectMemberships } from '#model/accounts/memberships.ts'
import { done } from '#schemas/envelope.ts'
import { openAccountBody, renameAccountBody, renamedAccount } from '#schemas/members.ts'
import { providerNeeded } from '#schemas/session-refusals.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'

export const switchAccount = endpoint({
  method: 'PUT',
  path: '/session',
  summary: 'Open another account of the user',
  permission: 'write',
  body: openAccountBody,
  validation: '422-in-body',
  reply: done,
  errors: ['NOT_FOUND'],
  async handle({ body, session, sql }) {
    const { id, user } = demandSession(session)
    if (await sql.begin((tx) => openAccount(tx, id, user.id, body.account_id))) return { message: 'Account opened' }
    const accounts = await selectMemberships(sql, user.id)
    if (!accounts.some((account) => account.id === body.account_id))
      throw new ApiError('NOT_FOUND', 'Account not found. You may have been removed from it.')
    throw new ApiError('FORBIDDEN', 'This account requires single sign-on.', providerNeeded)
  },
})

export const renameAccount = endpoint({
  method: 'PUT',
  path: '/account',
  summary: 'Rename the account',
  permission: 'write',
  body: renameAccountBody,
  validation: '422-in-body',
  reply: renamedAccount,
  async handle({ body, account, session, sql, note }) {
    demandSession(session)
    note({ before: { name: account.name }, after: { name: body.name } })
    await sql.begin((tx) => setAccountName(tx, account.id, body.name))
    return { id: account.id, name: body.name }
  },
})
