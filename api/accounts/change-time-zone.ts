import { changeTimeZone } from '#model/accounts/users.ts'
import { changedUser, changeTimeZoneBody } from '#schemas/sessions.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'

export const changeOwnTimeZone = endpoint({
  method: 'PUT',
  path: '/time-zone',
  summary: 'Set the time zone of the dashboard',
  permission: 'write',
  body: changeTimeZoneBody,
  validation: '422-in-body',
  reply: changedUser,
  async handle({ session, body: { time_zone }, sql }) {
    const { user } = demandSession(session)
    await sql.begin((tx) => changeTimeZone(tx, user.id, time_zone))
    return { ...user, time_zone }
  },
})
