import type { Part, Sql, Tx } from '#runtime/postgres.ts'

/**
 * Whether a session may open the account of a membership. `limit`: the account whose provider opened the session; admins of
 * that account control the provider, so such a session opens no other account. With the password, only owners open an account
 * that requires single sign-on, so a broken provider does not lock everyone out.
 */
export const mayOpen = (sql: Sql | Tx, limit: Part) => sql`
  case
    when ${limit} is not null then ${limit} = memberships.account_id
    else memberships.role = 'owner' or not exists (
      select from single_sign_on
      where single_sign_on.account_id = memberships.account_id and is_required)
  end`
