import type { Challenge } from '#core/pkce.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { Scope } from '#schemas/scopes.ts'
import { hasRows } from '../rows.ts'

const codeSeconds = 60
/** A refresh token expires after this long without use ... */
const idleDays = 30
/** ... and a grant at this age in any case. */
const longestDays = 90
/** Ended grants of any user that one authorization removes. */
const mostTidied = 1_000

/** What a code and its tokens allow. */
interface Terms {
  client_id: string
  account_id: string
  user_id: string
  scopes: Scope[]
  audience: string[]
}

export interface NewGrant extends Terms, Challenge {
  redirect_uri: string
}

export interface GrantRow extends NewGrant {
  id: string
  redeemed: boolean
  /** Not revoked and not expired. An unredeemed grant expires with its code. */
  lasts: boolean
}

const columns = (sql: Sql | Tx) => sql`
  oauth_grants.id, client_id, account_id, user_id, scopes, audience, redirect_uri, code_challenge,
  code_challenge_method, redeemed_at is not null as redeemed, revoked_at is null and ends_at > now() as lasts`

/** An unredeemed grant expires with its code. */
export async function insertGrant(tx: Tx, codeHash: Buffer, grant: NewGrant): Promise<void> {
  const end = tx`now() + make_interval(secs => ${codeSeconds})`
  await tx`
    insert into oauth_grants (id, client_id, account_id, user_id, scopes, audience, redirect_uri, code_hash,
      code_challenge, code_challenge_method, code_expires_at, ends_at)
    values (${uuidv7()}, ${grant.client_id}, ${grant.account_id}, ${grant.user_id}, ${grant.scopes}, ${grant.audience},
      ${grant.redirect_uri}, ${codeHash}, ${grant.code_challenge}, ${grant.code_challenge_method},
      ${end}, ${end})`
  await tx`
    delete from oauth_grants
    where id in (
      select id
      from oauth_grants
      where ends_at < now() - interval '1 day'
      order by ends_at
      limit ${mostTidied}
      for update skip locked
    )`
}

/** Checked before a transaction is opened, which costs more than looking up a code or token that does not exist. */
export const hasCode = (sql: Sql, codeHash: Buffer): Promise<boolean> =>
  hasRows(sql, sql`oauth_grants where code_hash = ${codeHash}`)
export const hasRefreshToken = (sql: Sql, tokenHash: Buffer): Promise<boolean> =>
  hasRows(sql, sql`oauth_refresh_tokens where token_hash = ${tokenHash}`)

/** Locked until the end of the transaction, so that only one of many requests with the same code sees it unredeemed. */
export async function lockGrantOfCode(tx: Tx, codeHash: Buffer): Promise<GrantRow | null> {
  const [row] = await tx<GrantRow[]>`
    select ${columns(tx)}
    from oauth_grants
    where code_hash = ${codeHash}
    for update`
  return row ?? null
}

export async function startGrant(tx: Tx, id: string, secretHash: Buffer): Promise<void> {
  await tx`
    update oauth_grants
    set redeemed_at = now(), secret_hash = ${secretHash}, ends_at = now() + make_interval(days => ${longestDays})
    where id = ${id}`
}

export async function insertRefreshToken(tx: Tx, grantId: string, tokenHash: Buffer): Promise<void> {
  await tx`
    insert into oauth_refresh_tokens (token_hash, grant_id, expires_at)
    select ${tokenHash}, id, least(now() + make_interval(days => ${idleDays}), ends_at)
    from oauth_grants
    where id = ${grantId}`
}

interface RefreshRow extends GrantRow {
  used: boolean
  expired: boolean
}

/** The same for a refresh token. */
export async function lockGrantOfRefreshToken(tx: Tx, tokenHash: Buffer): Promise<RefreshRow | null> {
  const [row] = await tx<RefreshRow[]>`
    select ${columns(tx)}, used_at is not null as used, expires_at <= now() as expired
    from oauth_refresh_tokens
    join oauth_grants on oauth_grants.id = oauth_refresh_tokens.grant_id
    where token_hash = ${tokenHash}
    for update`
  return row ?? null
}

export async function useRefreshToken(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx`
    update oauth_refresh_tokens
    set used_at = now()
    where token_hash = ${tokenHash}`
}

/** Revokes every token of the grant, immediately on every node. */
export async function revokeGrant(sql: Sql | Tx, id: string): Promise<void> {
  await sql`
    update oauth_grants
    set revoked_at = now()
    where id = ${id} and revoked_at is null`
}

/** Finds the grant by the claims of an access token or by a refresh token. Does not affect grants of other clients. */
export async function revokeOwnGrant(sql: Sql, clientId: string, tokenHash: Buffer): Promise<void> {
  await sql`
    update oauth_grants
    set revoked_at = now()
    where client_id = ${clientId}
      and revoked_at is null
      and (
        secret_hash = ${tokenHash}
        or id = (select grant_id from oauth_refresh_tokens where token_hash = ${tokenHash})
      )`
}
