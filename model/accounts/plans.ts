import { ApiError } from '#core/api-error.ts'
import { type Feature, type PlanName, plans } from '#schemas/accounts.ts'

export function requireFeature(plan: PlanName, feature: Feature | undefined): void {
  if (feature === undefined || hasFeature(plan, feature)) return
  throw new ApiError(
    'FEATURE_DISABLED',
    `The ${plan} plan does not include this feature. Upgrade the account to use it.`,
    { feature, currentPlan: plan },
  )
}

export function hasFeature(plan: PlanName, feature: Feature): boolean {
  const included: readonly Feature[] = plans[plan].features
  return included.includes(feature)
}
