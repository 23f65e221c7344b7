import { isDeepStrictEqual } from 'node:util'
import { ApiError } from '#core/api-error.ts'
import { adviseOn } from '#schemas/read-only.ts'
import type { Context, Endpoint } from './endpoint.ts'

/** A record is taken back as it was read; a read-only member with another value would be a change that does not happen. */
export async function refuseChanges(
  endpoint: Endpoint,
  context: Context<unknown, unknown, unknown>,
  sentBack: Record<string, unknown>,
): Promise<void> {
  const { readOnly = {} } = endpoint
  const changed = new Set(Object.keys(context.body ?? {}))
  const compared = Object.keys(sentBack).filter((name) => {
    const { moves, follows = [] } = readOnly[name] ?? {}
    return moves !== true && !follows.some((member) => changed.has(member))
  })
  if (compared.length === 0) return
  const record = JSON.parse(JSON.stringify(await endpoint.current?.(context))) as Record<string, unknown>
  // A member without a value is absent in some records, and clients may send null for it.
  const other = compared.find((name) => !isDeepStrictEqual(sentBack[name] ?? null, record[name] ?? null))
  if (other === undefined) return
  throw new ApiError('BAD_REQUEST', `${other} is read-only. ${adviseOn(readOnly[other] ?? {})}`.trim(), other)
}
