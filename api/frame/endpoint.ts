import type { z } from 'zod'
import type { Change } from '#model/accounts/audit-log.ts'
import type { Caller } from '#model/accounts/caller.ts'
import type { CodeCheck } from '#model/accounts/code-check.ts'
import type { PasswordCheck } from '#model/accounts/password-check.ts'
import type { ClickFiles } from '#model/clicks/click-files.ts'
import type { LiveClicks } from '#model/clicks/live-clicks.ts'
import type { QueriesAtOnce } from '#model/clicks/queries-at-once.ts'
import type { VisitorPlaces } from '#model/clicks/visitor-places.ts'
import type { QueueCounts } from '#model/installation/queue-counts.ts'
import type { LocalCounter } from '#model/limits/local-counter.ts'
import type { RequestCounter } from '#model/limits/request-counter.ts'
import type { SigningKeys } from '#model/oauth/signing-keys.ts'
import type { PasskeyCheck } from '#model/passkeys/passkey-check.ts'
import type { Providers } from '#model/single-sign-on/provider.ts'
import type { Stores } from '#model/stores.ts'
import type { Mailer } from '#runtime/mailer.ts'
import type { SecretKeys } from '#runtime/secret-keys.ts'
import type { Feature } from '#schemas/accounts.ts'
import type { ErrorCode } from '#schemas/errors.ts'
import type { Permission } from '#schemas/permissions.ts'
import type { ReadOnlyMembers } from '#schemas/read-only.ts'
import type { BodyLimit } from './body-limits.ts'
import type { FileReply } from './file-reply.ts'

/** Services that every handler receives. */
export interface Services extends Stores {
  /** Signing keys of access tokens. */
  signingKeys: SigningKeys
  passwords: PasswordCheck
  /** Codes of authenticator apps. */
  codes: CodeCheck
  passkeys: PasskeyCheck
  mailer: Mailer
  /** Keys of stored secrets. */
  secretKeys: SecretKeys
  /** Locations of simulated visitors. */
  places: VisitorPlaces
  queueCounts: QueueCounts
  queriesAtOnce: QueriesAtOnce
  clickFiles: ClickFiles
  liveClicks: LiveClicks
  /** OpenID providers of accounts. */
  providers: Providers
  requestCounter: RequestCounter
  /** Requests without a valid credential, by network. */
  anonymous: LocalCounter
}

/** The program that sent the request. Its IP address is never stored or logged. */
export interface Client {
  address: string
  agent: string
}

/** The status and headers of the response, which a handler may set. */
export interface ReplyHead {
  status: number
  headers: Record<string, string>
}

export type NoteChange = (values: Pick<Change, 'before' | 'after' | 'object_ids'>) => void

export interface Context<Params, Query, Body> extends Services, Caller {
  params: Params
  query: Query
  body: Body
  /** The Accept header; '' if there is none. */
  accept: string
  client: Client
  /** Aborted when the client disconnects before the response. */
  signal: AbortSignal
  answer: ReplyHead
  /** Adds what the frame cannot know to the entry of the audit log: the values of a setting, or the selected objects. */
  note: NoteChange
}

/**
 * The position of a reply in the envelope. `data`: {success, data: reply}. `page`: the reply is {data, pagination}, both at
 * top level. `bare`: the reply is the whole body. A DELETE also gets a timestamp next to `data`.
 */
export type Envelope = 'data' | 'page' | 'bare'

/**
 * Selects where a value of the right type that breaks a rule is VALIDATION_ERROR 422. Elsewhere it is BAD_REQUEST 400, as
 * missing, unknown, and wrongly typed fields always are.
 */
export type Validation = '422-in-body' | '422-in-body-and-query' | 'always-400'

interface Definition<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
> {
  /** PUT also handles PATCH. */
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /api/v1, parameters in braces: /short-urls/{id}. */
  path: `/${string}`
  /** Texts of the API reference: a heading in the imperative, and more about it. */
  summary: string
  description?: string
  permission: Permission
  /** A signed-in user must have entered the password a short time ago. */
  sensitive?: true
  /** Handles many objects in one call, which has a separate small rate limit. */
  bulk?: true
  /** Requires a plan with this feature, otherwise FEATURE_DISABLED. */
  feature?: Feature
  params?: Params
  /** z.object: unknown parameters are ignored. Names are read in snake_case and in camelCase. */
  query?: Query
  /** z.strictObject: unknown members are refused. */
  body?: Body
  /** Default: `usual`. */
  bodyLimit?: BodyLimit
  /** The body may be a form with a small file, or one with a large file, which is kept on the disk. */
  uploads?: 'small file' | 'large file'
  /** Example of a body (for the reference). */
  example?: z.input<Body>
  /** Members that a client may send back in a PUT but cannot change. */
  readOnly?: ReadOnlyMembers
  /** The record as a GET returns it. Called only for a PUT that sends read-only members back. */
  current?(context: Context<z.output<Params>, z.output<Query>, unknown>): Promise<object>
  validation?: Validation
  /** Converts rows to the wire format. Members that are not in the schema never leave the process. */
  reply: Reply
  envelope?: Envelope
  /** Media types of the files that the handler may return instead of its reply (for the reference). */
  files?: readonly string[]
  /** Default: 200. */
  status?: 200 | 201 | 202
  /** Another status that the handler may set for the same reply, and its meaning (for the reference). */
  otherStatus?: { status: 200 | 202; description: string }
  /** Errors of this endpoint in addition to those of every endpoint (for the reference). */
  errors?: readonly ErrorCode[]
  /** The reply carries a secret, so it is encrypted when it is kept for Idempotency-Key replays. */
  secretReply?: boolean
  handle(context: Context<z.output<Params>, z.output<Query>, z.output<Body>>): Promise<z.input<Reply> | FileReply>
}

/** Any endpoint, for the frame, the reference, and the guard tests. */
export type Endpoint = Definition<z.ZodType, z.ZodType, z.ZodType, z.ZodType>

/** Ties a handler to its schemas. Everything around the handler is in serve-endpoint.ts. */
export function endpoint<
  Reply extends z.ZodType,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(definition: Definition<Params, Query, Body, Reply>): Endpoint {
  return definition
}
