import type { Sql } from '#runtime/postgres.ts'
import type { ClientMetadata } from '#schemas/oauth.ts'
import type { Scope } from '#schemas/scopes.ts'
import { theRow } from '../rows.ts'

/** Limit of clients without any consent; another one removes the oldest. Registration is open to everyone. */
const mostUnused = 10_000
/** Limit of such clients that one registration removes. */
const mostTidied = 1_000

interface NewClient extends Omit<ClientMetadata, 'scope'> {
  id: string
  /** Null for a public client, which cannot keep a secret. */
  secret_hash: Buffer | null
  scopes: Scope[]
}

export type ClientRow = Pick<
  NewClient,
  'id' | 'secret_hash' | 'client_name' | 'redirect_uris' | 'grant_types' | 'scopes'
>

export async function findClient(sql: Sql, id: string): Promise<ClientRow | null> {
  if (!/^[0-9A-Za-z]{1,64}$/.test(id)) return null
  const [row] = await sql<ClientRow[]>`
    select id, secret_hash, client_name, redirect_uris, grant_types, scopes
    from oauth_clients
    where id = ${id}`
  return row ?? null
}

/** Returns the time of registration. */
export async function insertClient(sql: Sql, client: NewClient): Promise<Date> {
  const { logo_uri = null, client_uri = null, policy_uri = null, tos_uri = null, contacts = null } = client
  return await sql.begin(async (tx) => {
    const rows = await tx<{ created_at: Date }[]>`
      insert into oauth_clients (id, secret_hash, token_endpoint_auth_method, client_name, redirect_uris, grant_types,
        response_types, scopes, logo_uri, client_uri, policy_uri, tos_uri, contacts)
      values (${client.id}, ${client.secret_hash}, ${client.token_endpoint_auth_method}, ${client.client_name},
        ${client.redirect_uris}, ${client.grant_types}, ${client.response_types}, ${client.scopes}, ${logo_uri},
        ${client_uri}, ${policy_uri}, ${tos_uri}, ${contacts})
      returning created_at`
    await tx`
      delete from oauth_clients
      where id in (
        select id
        from oauth_clients
        where not exists (select from oauth_consents where client_id = oauth_clients.id)
          and not exists (select from oauth_grants where client_id = oauth_clients.id)
        order by created_at desc, id
        offset ${mostUnused}
        limit ${mostTidied}
        for update skip locked
      )`
    return theRow(rows, 'the client was not stored').created_at
  })
}
