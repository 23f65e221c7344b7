import { lockAccount } from '#model/accounts/accounts.ts'
import type { Caller } from '#model/accounts/caller.ts'
import { removeMember } from '#model/accounts/members.ts'
import type { Sql } from '#runtime/postgres.ts'
import { memberParams, removedMember } from '#schemas/members.ts'
import { demandCaller } from '../frame/auth/demand-caller.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'
import { refuseChange } from './refusals.ts'

export const dropMember = endpoint({
  method: 'DELETE',
  path: '/members/{id}',
  summary: 'Remove a member',
  description:
    'Their sessions and connected apps of this account end immediately. API keys that they created stay and are listed for review.',
  permission: 'delete',
  params: memberParams,
  reply: removedMember,
  errors: ['NOT_FOUND', 'CONFLICT'],
  handle: ({ params, sql, ...caller }) => remove(sql, caller, params.id, (email) => `${email} was removed`),
})

export const leaveAccount = endpoint({
  method: 'DELETE',
  path: '/membership',
  summary: 'Leave the account',
  permission: 'delete',
  reply: removedMember,
  errors: ['CONFLICT'],
  handle: ({ sql, ...caller }) =>
    remove(sql, caller, demandSession(caller.session).user.id, () => 'You left the account'),
})

type Leaving = Pick<Caller, 'account' | 'role' | 'key' | 'session'>

async function remove(sql: Sql, caller: Leaving, userId: string, describe: (email: string) => string) {
  const { account, session } = caller
  const { user } = demandSession(session)
  const removed = await sql.begin(async (tx) => {
    await lockAccount(tx, account.id)
    await demandCaller(tx, caller)
    return await removeMember(tx, { account_id: account.id, user_id: userId, by: user.id })
  })
  if (typeof removed === 'string') throw refuseChange(removed)
  return { message: describe(removed.email), api_keys: removed.api_keys }
}
