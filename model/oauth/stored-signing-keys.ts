import type { JWK } from 'jose'
import type { Sql, Tx } from '#runtime/postgres.ts'

/** Id of the lock: any number, but the same in every process. */
const rotationLock = 0x0a17_4e75

export interface SigningKeyRow {
  kid: string
  private_jwk: JWK
  created_at: Date
}

/** Newest first. */
export async function selectSigningKeys(sql: Sql | Tx): Promise<SigningKeyRow[]> {
  return await sql<SigningKeyRow[]>`
    select kid, private_jwk, created_at
    from oauth_signing_keys
    order by created_at desc, kid`
}

/** Held until the end of the transaction, so that only one of many processes creates the new key. */
export async function lockRotation(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(${rotationLock})`
}

export async function insertSigningKey(tx: Tx, kid: string, jwk: JWK): Promise<void> {
  await tx`
    insert into oauth_signing_keys (kid, private_jwk)
    values (${kid}, ${tx.json({ ...jwk })})`
}

export async function deleteSigningKeys(tx: Tx, olderThanDays: number): Promise<void> {
  await tx`
    delete from oauth_signing_keys
    where created_at < now() - make_interval(days => ${olderThanDays})`
}
