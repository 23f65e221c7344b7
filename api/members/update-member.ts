import { lockAccount } from '#model/accounts/accounts.ts'
import { changeRole } from '#model/accounts/members.ts'
import { done } from '#schemas/envelope.ts'
import { changeRoleBody, memberParams } from '#schemas/members.ts'
import { demandCaller } from '../frame/auth/demand-caller.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'
import { confirmPower } from './confirm-power.ts'
import { refuseChange } from './refusals.ts'

export const updateMember = endpoint({
  method: 'PUT',
  path: '/members/{id}',
  summary: 'Change the role of a member',
  permission: 'write',
  params: memberParams,
  body: changeRoleBody,
  validation: '422-in-body',
  reply: done,
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handle({ params, body, account, role, key, session, sql, note }) {
    const { user } = demandSession(session)
    confirmPower(session, body.role)
    const changed = await sql.begin(async (tx) => {
      await lockAccount(tx, account.id)
      await demandCaller(tx, { account, role, key, session })
      const done = await changeRole(tx, { account_id: account.id, user_id: params.id, by: user.id }, body.role)
      if (typeof done !== 'string') note({ before: { role: done.from }, after: { role: body.role } })
      return done
    })
    if (typeof changed === 'string') throw refuseChange(changed)
    return { message: `${changed.email} is now ${body.role}` }
  },
})
