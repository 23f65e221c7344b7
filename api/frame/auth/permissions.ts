import { ApiError } from '#core/api-error.ts'
import type { Caller } from '#model/accounts/caller.ts'
import type { Permission } from '#schemas/permissions.ts'

export function requirePermission(caller: Caller, permission: Permission): void {
  if (!caller.permissions.includes(permission)) {
    throw new ApiError('FORBIDDEN', `This API key lacks the \`${permission}\` permission. Use a key that has it.`)
  }
}
