import type { PlanName } from '#schemas/accounts.ts'

export const planNames: Record<PlanName, string> = {
  free: 'Free',
  pro: 'Pro',
  business: 'Business',
  enterprise: 'Enterprise',
}
