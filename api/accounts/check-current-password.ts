import { invalidField } from '#core/api-error.ts'
import type { PasswordCheck } from '#model/accounts/password-check.ts'
import type { UserRow } from '#model/accounts/users.ts'

/** An open session is not enough to change how its user signs in. Guesses are limited as at sign-in. */
export async function checkCurrentPassword(
  passwords: PasswordCheck,
  email: string,
  password: string,
  address: string,
): Promise<UserRow> {
  const known = await passwords.check({ email, password, address })
  if (known !== null) return known
  throw invalidField('current_password', 'Wrong current password.')
}
