import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Sql, Tx } from '#runtime/postgres.ts'
import type { SecretKeys } from '#runtime/secret-keys.ts'
import { sealSecret } from '../installation/stored-secrets.ts'

export const algorithm = 'ES256'
/** A key is used for signing for this long ... */
const signsForDays = 30
/** ... and removed after this long, when all tokens that it signed have expired. */
const keptForDays = 60
const dayMs = 86_400_000
/** Keys of other processes are loaded within this time. A token with an unknown key triggers an earlier load. */
const readEveryMs = 60_000
/** Minimum time between such loads, so that tokens with invented keys cannot cause more. */
const lookAgainAfterMs = 1_000
/** Id of the lock: any number, but the same in every process. */
const rotationLock = 0x0a17_4e75

export interface SigningKey {
  kid: string
  publicJwk: JWK
  privateKey: CryptoKey
  publicKey: CryptoKey
  createdAt: number
}

/** The keys of access tokens. They are stored in Postgres, so that every process uses the same keys. */
export class SigningKeys {
  readonly #sql: Sql
  readonly #secretKeys: SecretKeys
  #known: SigningKey[] = []
  #readAt = Number.NEGATIVE_INFINITY

  constructor(sql: Sql, secretKeys: SecretKeys) {
    this.#sql = sql
    this.#secretKeys = secretKeys
  }

  /** The current signing key; creates a new one when it is due. Always reads them, since the key may have been deleted. */
  async current(now = Date.now()): Promise<SigningKey> {
    const [newest] = await this.#read(now)
    if (newest !== undefined && signs(newest, now)) return newest
    await this.#rotate(now)
    const [made] = await this.#read(now)
    if (made === undefined) throw new Error('the signing key vanished')
    return made
  }

  async find(kid: string, now = Date.now()): Promise<SigningKey | undefined> {
    const byKid = (key: SigningKey) => key.kid === kid
    const known = (await this.all(now)).find(byKid)
    if (known !== undefined || now - this.#readAt < lookAgainAfterMs) return known
    return (await this.#read(now)).find(byKid)
  }

  /** Newest first. */
  async all(now = Date.now()): Promise<readonly SigningKey[]> {
    return now - this.#readAt < readEveryMs ? this.#known : await this.#read(now)
  }

  async #read(now: number): Promise<SigningKey[]> {
    const rows = await selectSigningKeys(this.#sql)
    this.#known = await Promise.all(
      rows.map(async (row) => this.#known.find(({ kid }) => kid === row.kid) ?? (await this.#load(row))),
    )
    this.#readAt = now
    return this.#known
  }

  async #load({ kid, private_jwk, created_at }: SigningKeyRow): Promise<SigningKey> {
    const jwk = JSON.parse(this.#secretKeys.open('signing key', private_jwk)) as JWK
    const { d: _, ...publicPart } = jwk
    return {
      kid,
      publicJwk: { ...publicPart, kid, use: 'sig', alg: algorithm },
      privateKey: (await importJWK(jwk, algorithm)) as CryptoKey,
      publicKey: (await importJWK(publicPart, algorithm)) as CryptoKey,
      createdAt: created_at.getTime(),
    }
  }

  async #rotate(now: number): Promise<void> {
    const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
    const jwk = await exportJWK(privateKey)
    const kid = await calculateJwkThumbprint(jwk)
    await this.#sql.begin(async (tx) => {
      // Held until the end of the transaction, so that only one of many processes creates the new key.
      await tx`select pg_advisory_xact_lock(${rotationLock})`
      const [newest] = await selectSigningKeys(tx)
      if (newest !== undefined && signs({ createdAt: newest.created_at.getTime() }, now)) return
      const sealed = await sealSecret(tx, this.#secretKeys, 'signing key', JSON.stringify(jwk))
      await tx`insert into oauth_signing_keys (kid, private_jwk) values (${kid}, to_jsonb(${sealed}::text))`
      await tx`delete from oauth_signing_keys where created_at < now() - make_interval(days => ${keptForDays})`
    })
  }
}

const signs = ({ createdAt }: Pick<SigningKey, 'createdAt'>, now: number) => createdAt > now - signsForDays * dayMs

interface SigningKeyRow {
  kid: string
  /** Encrypted, or JSON. */
  private_jwk: string
  created_at: Date
}

/** Newest first. */
async function selectSigningKeys(sql: Sql | Tx): Promise<SigningKeyRow[]> {
  return await sql<SigningKeyRow[]>`
    select kid, private_jwk #>> '{}' as private_jwk, created_at
    from oauth_signing_keys
    order by created_at desc, kid`
}

/** Deletes all keys: no process accepts the tokens that they signed, and the next token creates a key. Returns their number. */
export async function deleteSigningKeys(sql: Sql): Promise<number> {
  const { count } = await sql`delete from oauth_signing_keys`
  return count
}
