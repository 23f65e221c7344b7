import { plans } from '#schemas/accounts.ts'
import { me } from '#schemas/keys.ts'
import { endpoint } from '../frame/endpoint.ts'

export const showMe = endpoint({
  method: 'GET',
  path: '/me',
  summary: 'Get the account, plan, and API key',
  permission: 'read',
  reply: me,
  async handle({ account, key }) {
    const { features, requestsPerMinute } = plans[account.plan]
    return {
      account: { id: account.id, name: account.name },
      plan: { name: account.plan, features: [...features], requests_per_minute: requestsPerMinute },
      key,
    }
  },
})
