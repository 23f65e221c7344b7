import { sentenceAbout } from '#core/sentence-about.ts'
import type { ErrorCode } from '#schemas/errors.ts'

type Json = Record<string, unknown>
type ErrorExample = { message: string; details?: string | Json }

const invalid = (field: string, message: string): ErrorExample => ({
  message: sentenceAbout({ field, message }),
  details: { errors: [{ field, message }] },
})

/** Examples of errors that are the same in the whole API. */
export const errors: Record<ErrorCode, ErrorExample> = {
  BAD_REQUEST: { message: '`name` is required.', details: '`name` is required.' },
  INVALID_INPUT: { message: '`id` must be a UUID.', details: '`id` must be a UUID.' },
  UNAUTHORIZED: { message: 'An API key is required. Send the header Authorization: Bearer <API_KEY>.' },
  INVALID_API_KEY: { message: 'The API key is invalid, expired, or revoked. Create a new one in the dashboard.' },
  FORBIDDEN: { message: 'This API key lacks the `write` permission. Use a key that has it.' },
  ACCESS_DENIED: { message: 'This domain is not verified in your account. Add and verify it first.' },
  FEATURE_DISABLED: {
    message: 'The free plan does not include this feature. Upgrade the account to use it.',
    details: { feature: 'device_analytics', currentPlan: 'free' },
  },
  NOT_FOUND: { message: 'Short URL not found.' },
  CONFLICT: { message: 'This alias is taken. Choose another one.', details: { alias: 'spring' } },
  RESOURCE_EXPIRED: { message: 'This QR code has expired. To reactivate it, change `expires_at`.' },
  PAYLOAD_TOO_LARGE: { message: 'The request body is too large. Send a smaller one.' },
  VALIDATION_ERROR: invalid('custom_alias', 'Must be at least 3 characters.'),
  RATE_LIMIT_EXCEEDED: { message: 'Too many requests: the limit is 60 per minute. Try again in 20 seconds.' },
  INTERNAL_ERROR: { message: 'Something went wrong on the server. Try again later.' },
  SERVICE_UNAVAILABLE: { message: 'A data store is not responding. Try again in 2 seconds.' },
}

const running: ErrorExample = {
  message: 'Not allowed while the test is running.',
  details: { status: 'running', allowed: ['draft', 'paused', 'completed'] },
}
const stillRunning: ErrorExample = {
  message: 'The first request with this Idempotency-Key is still running. Try again later.',
}
const pastDate = invalid('expires_at', 'Must be in the future.')
const badUrl = invalid('url', 'Enter a full URL, such as https://example.com.')
const badWeights = invalid('variants', 'Must have traffic weights that sum to 100.')

const ofAreas: Record<string, readonly [missing: string, conflict: ErrorExample, wrong: ErrorExample]> = {
  me: ['Connected app not found. Its access may have been revoked already.', stillRunning, pastDate],
  'api-keys': ['API key not found.', stillRunning, pastDate],
  domains: [
    'Domain not found.',
    { message: 'This subdomain is taken. Choose another one.', details: { subdomain: 'spring' } },
    invalid('domain', 'Enter a hostname, such as go.example.com.'),
  ],
  campaigns: [
    'Campaign not found.',
    stillRunning,
    invalid('Idempotency-Key', 'Already used for a different request. Use a new key.'),
  ],
  qranalytics: ['QR code not found.', stillRunning, pastDate],
  'qr-codes': ['QR code not found.', stillRunning, pastDate],
  'qr-assets': [
    'Logo not found.',
    { message: 'This logo is used by QR codes. Remove it from them first.' },
    invalid('content', 'Must be at most 1 MB.'),
  ],
  'url-ab-tests': ['A/B test not found.', running, badWeights],
  'qr-ab-tests': ['A/B test not found.', running, badWeights],
  conversions: [
    'Click not found. Send the click_id that the destination received.',
    { message: 'The A/B test of this click has ended and accepts no more conversions.' },
    invalid('value', 'Must be at least 0.'),
  ],
  webhooks: ['Webhook not found.', stillRunning, badUrl],
}

/** Examples of the errors that differ between areas of the API. */
export function errorsOf(area: string): Partial<Record<ErrorCode, ErrorExample>> {
  const own = ofAreas[area]
  return own === undefined ? {} : { NOT_FOUND: { message: own[0] }, CONFLICT: own[1], VALIDATION_ERROR: own[2] }
}
