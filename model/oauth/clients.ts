import type { Sql, Tx } from '#runtime/postgres.ts'
import type { ClientMetadata } from '#schemas/oauth.ts'
import type { Scope } from '#schemas/scopes.ts'
import { theRow } from '../rows.ts'

/** Registration is open to everyone, so clients that no user has allowed by then are removed. */
const unusedDays = 7
/** Clients removed in one run; the rest waits for the next run. */
const mostRemoved = 10_000

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
  const rows = await sql<{ created_at: Date }[]>`
    insert into oauth_clients (id, secret_hash, token_endpoint_auth_method, client_name, redirect_uris, grant_types,
      response_types, scopes, logo_uri, client_uri, policy_uri, tos_uri, contacts)
    values (${client.id}, ${client.secret_hash}, ${client.token_endpoint_auth_method}, ${client.client_name},
      ${client.redirect_uris}, ${client.grant_types}, ${client.response_types}, ${client.scopes}, ${logo_uri},
      ${client_uri}, ${policy_uri}, ${tos_uri}, ${contacts})
    returning created_at`
  return theRow(rows, 'the client was not stored').created_at
}

/** Skips a client that a user is allowing at this moment. */
export async function removeUnusedClients(tx: Tx): Promise<void> {
  await tx`
    delete from oauth_clients
    where id in (
      select id
      from oauth_clients
      where created_at < now() - make_interval(days => ${unusedDays})
        and not exists (select from oauth_consents where client_id = oauth_clients.id)
        and not exists (select from oauth_grants where client_id = oauth_clients.id)
      limit ${mostRemoved}
      for update skip locked
    )`
}
