import { plans } from '#schemas/accounts.ts'

const limits = Object.entries(plans).map(([name, plan]) => `${plan.requestsPerMinute.toLocaleString('en')} (${name})`)

/** Opening of the API reference, in Markdown. */
export const introduction = `
Create short URLs and QR codes, run A/B tests, and read click analytics. The base URL is \`/api/v1\` on your installation.
## Authentication
Send an API key as a bearer token: \`Authorization: Bearer wm_...\`. Create keys in the dashboard or with \`POST /api-keys\`. Every operation names the permission that it requires: \`read\`, \`write\`, \`delete\`, or \`analytics\`. OAuth 2.0 access tokens work the same way, within their scopes.

Web pages of any origin can call the API with a key or token, but not with the session of a signed-in user. Do not put a key into a public page: anyone who sees the page can use it.
## Requests
Send bodies as JSON. Unknown body fields are rejected; unknown query parameters are ignored. Query parameters can be written in snake_case or camelCase. \`PUT\` changes only the fields that you send, and \`PATCH\` is an alias of it. You can send a record back as you received it: unchanged read-only fields are ignored.
## Responses
A successful response is \`{"success": true, "data": ...}\`. Some A/B test operations return their fields at the top level instead; see each operation. New fields can be added at any time, so ignore fields that you do not recognize. Every response has an \`X-Request-Id\` header; include it when you report a problem.
## Pagination
Lists take \`page\` and \`limit\` (20 by default, 10 in analytics, at most 100) and return \`pagination\`. To read a long list, send its \`next_cursor\` as \`cursor\`, or the next \`page\` if it is null, until \`has_more\` is false.
## Errors
A failed response is \`{"success": false, "error": {"code", "message", "details"}}\`. Use \`code\` in your integration. \`message\` says what is wrong and how to fix it, and its wording can change.

| Status | Code | Meaning |
| --- | --- | --- |
| 400 | \`BAD_REQUEST\`, \`INVALID_INPUT\` | Input is missing, malformed, or unknown. |
| 401 | \`UNAUTHORIZED\`, \`INVALID_API_KEY\` | The API key is missing, invalid, expired, or revoked. |
| 403 | \`FORBIDDEN\`, \`ACCESS_DENIED\`, \`FEATURE_DISABLED\` | The key lacks a permission, the resource is off limits, or the plan lacks the feature. |
| 404 | \`NOT_FOUND\` | The resource does not exist. |
| 405 | \`METHOD_NOT_ALLOWED\` | The path does not support this method. \`Allow\` lists the methods that it supports. |
| 409 | \`CONFLICT\` | The request conflicts with the current state, such as an alias that is taken. |
| 410 | \`RESOURCE_EXPIRED\` | The QR code has expired. |
| 413 | \`PAYLOAD_TOO_LARGE\` | The body is too large. |
| 415 | \`UNSUPPORTED_MEDIA_TYPE\` | The body is not JSON. |
| 422 | \`VALIDATION_ERROR\` | A value breaks a rule. \`details.errors\` lists \`{field, message}\`. |
| 429 | \`RATE_LIMIT_EXCEEDED\` | Too many requests. Retry after \`Retry-After\` seconds. |
| 500, 503 | \`INTERNAL_ERROR\`, \`SERVICE_UNAVAILABLE\` | Something went wrong on the server. Try again later. |
## Rate limits
Requests per API key and minute: ${limits.join(', ')}. Analytics requests have a separate limit: a quarter of the limit of a key. Bulk operations and exports have a limit of 10. All API keys of an account together have four times the limit of one key. The headers \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix seconds, when the full limit is available again) show the current state. The window slides, so it does not restart at full minutes. An installation can scale its limits or turn them off.
## Idempotency
Send a unique \`Idempotency-Key\` header with a \`POST\` to retry it safely. For 24 hours, the same request with the same key returns the first response, with \`Idempotent-Replayed: true\`. Reusing a key for a different request returns 422. Repeating a request while the first one is still running returns 409 with \`Retry-After\`. Errors with \`Retry-After\` or a status of 500 or above are not stored.
## Dates and versions
Send dates as ISO 8601 with a time zone, such as \`2026-11-30T09:00:00Z\`. Responses are in UTC. The version is part of the path; incompatible changes get a new one.
`.trim()

const features = {
  me: ['Account', 'The account, its plan, and its connected apps.'],
  account: ['Account export', 'The whole account as one file, which another Waymark imports.'],
  usage: ['Usage', 'How many links, domains, and other resources the account uses.'],
  'api-keys': [
    'API keys',
    'Keys that authenticate API requests. You can restrict them to permissions, IP addresses, and domains.',
  ],
  domains: ['Domains', 'Branded domains and subdomains that serve short URLs.'],
  'short-urls': ['Short URLs', 'Links that redirect to a destination and record clicks.'],
  imports: ['Imports', 'Links that come from other services.'],
  campaigns: ['Campaigns', 'Groups of short URLs with shared totals.'],
  tags: ['Tags', 'Labels of short URLs, QR codes, and campaigns.'],
  'utm-templates': ['UTM templates', 'Named sets of UTM parameters, for links that you create in the dashboard.'],
  analytics: ['Analytics', 'Reports on clicks. All reports accept the same filters.'],
  qranalytics: ['QR analytics', 'Reports on QR code scans.'],
  'qr-codes': ['QR codes', 'Static and dynamic QR codes.'],
  'qr-assets': ['QR logos', 'Logos for QR codes.'],
  'url-ab-tests': ['Short URL A/B tests', 'Split the traffic of a short URL between destinations.'],
  'qr-ab-tests': ['QR code A/B tests', 'Split the traffic of a dynamic QR code between destinations.'],
  conversions: ['Conversions', 'Goals that A/B test visitors reach at the destination, such as purchases.'],
  webhooks: ['Webhooks', 'Events that Waymark sends to your server.'],
} as const

export const tags = Object.entries(features).map(([name, [title, description]]) => ({
  name,
  'x-displayName': title,
  description,
}))
