import { isDeepStrictEqual } from 'node:util'
import { ApiError } from './api-error.ts'
import type { Context, Endpoint } from './endpoint.ts'

/** A record is taken back as it was read; a read-only member with another value would be a change that does not happen. */
export async function refuseChanges(
  endpoint: Endpoint,
  context: Context<unknown, unknown, unknown>,
  sentBack: Record<string, unknown>,
): Promise<void> {
  const { readOnly = {} } = endpoint
  const compared = Object.keys(sentBack).filter((name) => readOnly[name]?.moves !== true)
  if (compared.length === 0) return
  const record = JSON.parse(JSON.stringify(await endpoint.current?.(context))) as Record<string, unknown>
  // A member without a value is absent in some records, and clients may send null for it.
  const changed = compared.find((name) => !isDeepStrictEqual(sentBack[name] ?? null, record[name] ?? null))
  if (changed === undefined) return
  const { instead } = readOnly[changed] ?? {}
  throw new ApiError('BAD_REQUEST', [`${changed} is read-only.`, instead].filter(Boolean).join(' '), changed)
}
