import { selectMembers } from '#model/accounts/members.ts'
import { members } from '#schemas/members.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'

export const listMembers = endpoint({
  method: 'GET',
  path: '/members',
  summary: 'List the members of the account',
  permission: 'read',
  reply: members,
  async handle({ account, session, sql }) {
    const { user } = demandSession(session)
    const rows = await selectMembers(sql, account.id)
    return rows.map((row) => ({ ...row, is_you: row.id === user.id }))
  },
})
