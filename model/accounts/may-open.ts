import type { Part, Sql, Tx } from '#runtime/postgres.ts'

/**
 * Whether a session may open the account of a membership. `limit`: the account whose provider opened the session; the provider
 * is in the hands of that account's admins, so it opens no other. With the password, only owners open an account that requires
 * single sign-on, so that a broken provider locks nobody out.
 */
export const mayOpen = (sql: Sql | Tx, limit: Part) => sql`
  case
    when ${limit} is not null then ${limit} = memberships.account_id
    else memberships.role = 'owner' or not exists (
      select from single_sign_on
      where single_sign_on.account_id = memberships.account_id and is_required)
  end`
