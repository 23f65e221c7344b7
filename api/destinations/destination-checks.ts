import { readsDestinations, setDestinationChecks } from '#model/destinations/account-checks.ts'
import { changeDestinationChecksBody, destinationChecks } from '#schemas/destinations.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'

export const showDestinationChecks = endpoint({
  method: 'GET',
  path: '/account/destination-checks',
  summary: 'Get the setting of destination checks',
  permission: 'read',
  reply: destinationChecks,
  async handle({ account, session, sql, config }) {
    demandSession(session)
    return { is_on: await readsDestinations(sql, account.id), is_available: config.DESTINATION_CHECKS !== 'off' }
  },
})

export const changeDestinationChecks = endpoint({
  method: 'PUT',
  path: '/account/destination-checks',
  summary: 'Turn destination checks on or off',
  permission: 'write',
  body: changeDestinationChecksBody,
  validation: '422-in-body',
  reply: destinationChecks,
  async handle({ body: { is_on }, account, session, sql, config, note }) {
    demandSession(session)
    const was_on = await sql.begin((tx) => setDestinationChecks(tx, account.id, is_on))
    note({ before: { checks: shown(was_on) }, after: { checks: shown(is_on) } })
    return { is_on, is_available: config.DESTINATION_CHECKS !== 'off' }
  },
})

const shown = (isOn: boolean): string => (isOn ? 'on' : 'off')
