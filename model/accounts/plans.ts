import { ApiError } from '#core/api-error.ts'
import { type Feature, type PlanName, plans } from '#schemas/accounts.ts'
import type { Choice } from '#schemas/analytics.ts'
import { columnOf, type FilterName, filterColumns, filterNameOf } from '#schemas/click-columns.ts'

export function requireFeature(plan: PlanName, feature: Feature | undefined): void {
  if (feature === undefined || hasFeature(plan, feature)) return
  throw new ApiError('FEATURE_DISABLED', `The ${plan} plan does not include this feature.`, {
    feature,
    currentPlan: plan,
  })
}

export function hasFeature(plan: PlanName, feature: Feature): boolean {
  const included: readonly Feature[] = plans[plan].features
  return included.includes(feature)
}

/** Refuses filters by columns that the plan withholds: counting by their values would rebuild the report. */
export function requireFilters(plan: PlanName, query: { readonly [Name in FilterName]?: Choice | undefined }): void {
  for (const name of filterColumns) {
    const { include = [], exclude = [] } = query[filterNameOf(name)] ?? {}
    if (include.length + exclude.length > 0) requireFeature(plan, columnOf(name).feature)
  }
}
