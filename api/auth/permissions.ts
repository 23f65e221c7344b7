import { ApiError } from '#core/api-error.ts'
import type { Permission } from '#schemas/permissions.ts'
import type { Caller } from './caller.ts'

export function requirePermission(caller: Caller, permission: Permission): void {
  if (!caller.permissions.includes(permission)) {
    throw new ApiError('FORBIDDEN', `This API key lacks the permission '${permission}'`)
  }
}
