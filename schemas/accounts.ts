import { z } from 'zod'
import { permissions } from './permissions.ts'
import { roles } from './roles.ts'

export const permission = z.enum(permissions)
export const role = z.enum(roles)

export const features = ['device_analytics', 'utm_analytics', 'traffic_source_analytics', 'webhooks'] as const
export type Feature = (typeof features)[number]

interface PlanLimits {
  features: readonly Feature[]
  requestsPerMinute: number
}

/** Plans. Analytics requests have a separate limit of a quarter of requestsPerMinute. */
export const plans = {
  free: { features: [], requestsPerMinute: 60 },
  pro: { features: ['device_analytics', 'utm_analytics', 'traffic_source_analytics'], requestsPerMinute: 600 },
  business: { features, requestsPerMinute: 1200 },
  enterprise: { features, requestsPerMinute: 3000 },
} as const satisfies Record<string, PlanLimits>

export const planName = z.enum(['free', 'pro', 'business', 'enterprise'])
export type PlanName = z.infer<typeof planName>

const longestEmail = 254
const shortestPassword = 10
/** Also limits the cost of hashing. */
const longestPassword = 1_000

export const userEmail = z
  .string()
  .trim()
  .max(longestEmail, `Must be at most ${longestEmail} characters.`)
  .pipe(z.email('Enter an email address, such as name@example.com.'))

/** A new password. An existing one that is checked may be anything. */
export const newPassword = z
  .string()
  .min(shortestPassword, `Must be at least ${shortestPassword} characters.`)
  .max(longestPassword, `Must be at most ${longestPassword.toLocaleString('en-US')} characters.`)
