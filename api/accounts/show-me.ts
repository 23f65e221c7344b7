import { plans } from '#schemas/accounts.ts'
import { me } from '#schemas/keys.ts'
import { limitOfPlan } from '../frame/auth/rate-limit.ts'
import { endpoint } from '../frame/endpoint.ts'

export const showMe = endpoint({
  method: 'GET',
  path: '/me',
  summary: 'Get the account, plan, and API key',
  permission: 'read',
  reply: me,
  async handle({ account, key, config }) {
    const { plan } = account
    const requests_per_minute = limitOfPlan(plan, config.RATE_LIMIT_FACTOR)
    return {
      account: { id: account.id, name: account.name },
      plan: { name: plan, features: [...plans[plan].features], requests_per_minute },
      key,
    }
  },
})
