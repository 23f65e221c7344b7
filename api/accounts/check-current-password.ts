import { ApiError } from '#core/api-error.ts'
import type { PasswordCheck } from '#model/accounts/password-check.ts'
import type { UserRow } from '#model/accounts/users.ts'

/** A session that somebody left open is not enough for what only its user may change. Guessing is limited as at sign-in. */
export async function checkCurrentPassword(
  passwords: PasswordCheck,
  email: string,
  password: string,
  address: string,
): Promise<UserRow> {
  const known = await passwords.check({ email, password, address })
  if (known !== null) return known
  const errors = [{ field: 'current_password', message: 'is not the current password' }]
  throw new ApiError('VALIDATION_ERROR', 'The current password is another', { errors })
}
