import { isDeepStrictEqual } from 'node:util'
import { ApiError } from '#core/api-error.ts'
import { adviseOn } from '#schemas/read-only.ts'
import type { Context, Endpoint } from './endpoint.ts'

/** Accepts a record as it was read. Refuses a read-only member with another value, because the change would not happen. */
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
  // Some records leave out members without a value, and clients may send null for them.
  const other = compared.find((name) => !isDeepStrictEqual(sentBack[name] ?? null, record[name] ?? null))
  if (other === undefined) return
  throw new ApiError('BAD_REQUEST', `\`${other}\` is read-only. ${adviseOn(readOnly[other] ?? {})}`.trim(), other)
}
