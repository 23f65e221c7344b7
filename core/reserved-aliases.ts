import { ApiError } from './api-error.ts'

/** Paths of the product itself, and words of its own routes. No link may have one as its code, in any spelling. */
const reservedAliases: ReadonlySet<string> = new Set(
  (
    'api app mcp docs login setup assets healthz readyz metrics robots favicon oauth admin all bulk export ' +
    'check-alias t'
  ).split(' '),
)

export const isReservedAlias = (alias: string): boolean => reservedAliases.has(alias.toLowerCase())

export function refuseReserved(alias: string): void {
  if (isReservedAlias(alias)) throw new ApiError('CONFLICT', 'This alias is reserved', { alias })
}

export const aliasTaken = (alias: string | null | undefined) =>
  new ApiError('CONFLICT', 'This alias is taken', { alias })
