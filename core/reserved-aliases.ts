import { aliasTooShort, isShortAlias } from '#schemas/values.ts'
import { ApiError, invalidField } from './api-error.ts'

/** Paths of the product. No link can have one as its code, regardless of case. */
export const reservedAliases: ReadonlySet<string> = new Set(
  (
    'api app mcp docs login setup assets healthz readyz metrics robots favicon oauth admin all bulk export ' +
    'check-alias t report'
  ).split(' '),
)

export const isReservedAlias = (alias: string): boolean => reservedAliases.has(alias.toLowerCase())

export function refuseReserved(alias: string): void {
  if (isReservedAlias(alias)) throw new ApiError('CONFLICT', 'This alias is reserved. Choose another one.', { alias })
}

export function refuseShort(alias: string): void {
  if (isShortAlias(alias)) throw invalidField('custom_alias', aliasTooShort)
}

export const aliasTaken = (alias: string | null | undefined) =>
  new ApiError('CONFLICT', 'This alias is taken. Choose another one.', { alias })
