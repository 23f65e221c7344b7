import type { Sql, Tx } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { ConnectedApp } from '#schemas/oauth.ts'
import type { Scope } from '#schemas/scopes.ts'

/** Limit of listed apps. */
const mostListed = 200

interface Whose {
  account_id: string
  user_id: string
  client_id: string
}

export async function selectConsentedScopes(sql: Sql, { account_id, user_id, client_id }: Whose): Promise<Scope[]> {
  const [row] = await sql<{ scopes: Scope[] }[]>`
    select scopes
    from oauth_consents
    where account_id = ${account_id} and user_id = ${user_id} and client_id = ${client_id}`
  return row?.scopes ?? []
}

/** Keeps scopes that were allowed before. */
export async function rememberConsent(
  tx: Tx,
  { account_id, user_id, client_id }: Whose,
  scopes: Scope[],
): Promise<void> {
  await tx`
    insert into oauth_consents (id, account_id, user_id, client_id, scopes)
    values (${uuidv7()}, ${account_id}, ${user_id}, ${client_id}, ${scopes})
    on conflict (account_id, user_id, client_id) do update
    set updated_at = now(),
        scopes = array(select distinct unnest(oauth_consents.scopes || excluded.scopes) order by 1)`
}

interface Listed {
  account_id: string
  /** Only apps that this user allowed; null: none; undefined: of all members. */
  user_id?: string | null
}

const isListed = (sql: Sql | Tx, { account_id, user_id }: Listed) => sql`
  oauth_consents.account_id = ${account_id}
  ${user_id === undefined ? sql`` : sql`and oauth_consents.user_id = ${user_id}`}`

export async function selectConnectedApps(sql: Sql, listed: Listed): Promise<ConnectedApp[]> {
  return await sql<ConnectedApp[]>`
    select
      oauth_consents.id,
      oauth_consents.client_id,
      oauth_clients.client_name,
      oauth_clients.client_uri,
      oauth_consents.scopes,
      oauth_consents.created_at as connected_at,
      (
        select max(last_used_at)
        from oauth_grants
        where oauth_grants.account_id = oauth_consents.account_id
          and oauth_grants.user_id = oauth_consents.user_id
          and oauth_grants.client_id = oauth_consents.client_id
      ) as last_used_at
    from oauth_consents
    join oauth_clients on oauth_clients.id = oauth_consents.client_id
    where ${isListed(sql, listed)}
    order by oauth_consents.created_at desc, oauth_consents.id
    limit ${mostListed}`
}

/** Deletes the consent and revokes all of its tokens. False if there is no such app. */
export async function disconnectApp(sql: Sql, listed: Listed, id: string): Promise<boolean> {
  return await sql.begin(async (tx) => {
    const [gone] = await tx<Whose[]>`
      delete from oauth_consents
      where id = ${id} and ${isListed(tx, listed)}
      returning account_id, user_id, client_id`
    if (gone === undefined) return false
    await tx`
      update oauth_grants
      set revoked_at = now()
      where account_id = ${gone.account_id}
        and user_id = ${gone.user_id}
        and client_id = ${gone.client_id}
        and revoked_at is null`
    return true
  })
}
