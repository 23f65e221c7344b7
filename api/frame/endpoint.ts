import type { z } from 'zod'
import type { Caller } from '#model/accounts/caller.ts'
import type { PasswordCheck } from '#model/accounts/password-check.ts'
import type { QueueCounts } from '#model/installation/queue-counts.ts'
import type { SigningKeys } from '#model/oauth/signing-keys.ts'
import type { Stores } from '#model/stores.ts'
import type { Feature } from '#schemas/accounts.ts'
import type { ErrorCode } from '#schemas/errors.ts'
import type { Permission } from '#schemas/permissions.ts'
import type { ReadOnlyMembers } from '#schemas/read-only.ts'
import type { BodyLimit } from './body-limits.ts'
import type { FileReply } from './file-reply.ts'

/** What the process hands to every handler. */
export interface Services extends Stores {
  /** Of access tokens. */
  signingKeys: SigningKeys
  passwords: PasswordCheck
  queueCounts: QueueCounts
}

/** What is known of the program that sent the request. Its address is never stored nor logged. */
export interface Client {
  address: string
  agent: string
}

/** What a handler may set about its answer, beside what it returns. */
export interface ReplyHead {
  status: number
  headers: Record<string, string>
}

export interface Context<Params, Query, Body> extends Services, Caller {
  params: Params
  query: Query
  body: Body
  /** The media types that the client would like, as it says them; '' if it does not. */
  accept: string
  client: Client
  /** Aborted when the client goes away before its answer. */
  signal: AbortSignal
  answer: ReplyHead
}

/**
 * How a reply stands in the envelope. `data`: {success, data: reply}. `page`: the reply is {data, pagination}, both at top
 * level. `bare`: the reply is the whole body. A DELETE's `data` gets a timestamp beside it.
 */
export type Envelope = 'data' | 'page' | 'bare'

/**
 * Where a value of the right type that breaks a rule is VALIDATION_ERROR 422. Elsewhere, and for whatever is missing,
 * unknown or of the wrong type, it is BAD_REQUEST 400.
 */
export type Validation = '422-in-body' | '422-in-body-and-query' | 'always-400'

interface Definition<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
> {
  /** PUT answers PATCH too. */
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /api/v1, parameters in braces: /short-urls/{id}. */
  path: `/${string}`
  /** For the API reference: a heading in the imperative, and more about it. */
  summary: string
  description?: string
  permission: Permission
  /** Handles many objects in one call: counted against a small limit of its own. */
  bulk?: true
  /** Needs a plan that has it, else FEATURE_DISABLED. */
  feature?: Feature
  params?: Params
  /** z.object: unknown parameters are ignored. Names are read in snake_case and in camelCase. */
  query?: Query
  /** z.strictObject: unknown members are refused. */
  body?: Body
  /** `usual` unless said otherwise. */
  bodyLimit?: BodyLimit
  /** The body may come as a form with a file in it. */
  uploads?: true
  /** A body as a client may send it (for the reference). */
  example?: z.input<Body>
  /** Members of the record that a client may send back in a PUT, though it cannot change them. */
  readOnly?: ReadOnlyMembers
  /** The record as a GET returns it: read only for a PUT that sends read-only members back. */
  current?(context: Context<z.output<Params>, z.output<Query>, unknown>): Promise<object>
  validation?: Validation
  /** Rows go in, the wire comes out: what the schema does not name never leaves the process. */
  reply: Reply
  envelope?: Envelope
  /** Media types of the files that the handler may return instead of its reply (for the reference). */
  files?: readonly string[]
  /** 200 unless said otherwise. */
  status?: 200 | 201 | 202
  /** Where the handler may set another status over the same reply: which, and what it means (for the reference). */
  otherStatus?: { status: 200 | 202; description: string }
  /** What this endpoint may answer beyond what every endpoint may (for the reference). */
  errors?: readonly ErrorCode[]
  /** The reply carries a secret: kept for Idempotency-Key replays only encrypted. */
  secretReply?: boolean
  handle(context: Context<z.output<Params>, z.output<Query>, z.output<Body>>): Promise<z.input<Reply> | FileReply>
}

/** Any endpoint: what the frame, the reference and the guard tests walk. */
export type Endpoint = Definition<z.ZodType, z.ZodType, z.ZodType, z.ZodType>

/** Ties a handler to its contracts. Everything around the handler is done once, in serve-endpoint.ts. */
export function endpoint<
  Reply extends z.ZodType,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(definition: Definition<Params, Query, Body, Reply>): Endpoint {
  return definition
}
