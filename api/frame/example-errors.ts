import type { ErrorCode } from '#schemas/errors.ts'

type Json = Record<string, unknown>
type ErrorExample = { message: string; details?: string | Json }

const errors: Record<Exclude<ErrorCode, 'NOT_FOUND'>, ErrorExample> = {
  BAD_REQUEST: { message: '`name` is required.', details: '`name` is required.' },
  INVALID_INPUT: { message: '`id` must be a UUID.', details: '`id` must be a UUID.' },
  UNAUTHORIZED: { message: 'An API key is required. Send the header Authorization: Bearer <API_KEY>.' },
  INVALID_API_KEY: { message: 'The API key is invalid, expired, or revoked. Create a new one in the dashboard.' },
  FORBIDDEN: { message: 'This API key lacks the `write` permission. Use a key that has it.' },
  ACCESS_DENIED: { message: 'This domain is not verified in your account. Add and verify it first.' },
  FEATURE_DISABLED: {
    message: 'The free plan does not include this feature.',
    details: { feature: 'device_analytics', currentPlan: 'free' },
  },
  CONFLICT: { message: 'This alias is taken. Choose another one.', details: { alias: 'spring' } },
  RESOURCE_EXPIRED: { message: 'This QR code has expired. To reactivate it, change `expires_at`.' },
  METHOD_NOT_ALLOWED: { message: 'This path does not support PUT. Use one of: GET, HEAD, POST.' },
  PAYLOAD_TOO_LARGE: { message: 'The request body is too large. Send a smaller one.' },
  UNSUPPORTED_MEDIA_TYPE: {
    message: 'The request body must be JSON. Send the header Content-Type: application/json.',
  },
  VALIDATION_ERROR: {
    message: '`custom_alias` must be at least 3 characters.',
    details: { errors: [{ field: 'custom_alias', message: 'Must be at least 3 characters.' }] },
  },
  RATE_LIMIT_EXCEEDED: { message: 'Too many requests: the limit is 60 per minute. Try again in 20 seconds.' },
  INTERNAL_ERROR: { message: 'Something went wrong on the server. Try again later.' },
  SERVICE_UNAVAILABLE: { message: 'A data store is not responding. Try again in 2 seconds.' },
}

const missing: Record<string, string> = {
  me: 'Connected app not found. Its access may have been revoked already.',
  'api-keys': 'API key not found.',
  domains: 'Domain not found.',
  campaigns: 'Campaign not found.',
  qranalytics: 'QR code not found.',
  'qr-codes': 'QR code not found.',
  'qr-assets': 'Logo not found.',
  'url-ab-tests': 'A/B test not found.',
  'qr-ab-tests': 'A/B test not found.',
  conversions: 'Click not found. Send the click_id that the destination received.',
  webhooks: 'Webhook not found.',
}

/** The errors of an area of the API, such as short-urls. They differ in what was not found. */
export function errorsOf(area: string): Record<ErrorCode, ErrorExample> {
  return { ...errors, NOT_FOUND: { message: missing[area] ?? 'Link not found.' } }
}
