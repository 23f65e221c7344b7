export { Waymark, type WaymarkOptions } from './client.js'
export {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  type ErrorCode,
  type FieldError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ValidationError,
  WaymarkError,
} from './errors.js'
export type { components, operations, paths } from './generated/api.js'
export type { Page, Pages, Pagination } from './pages.js'
export type { CallOptions } from './request.js'
export { verifyWebhook, type WebhookEvent, WebhookSignatureError } from './webhooks.js'
