import type { Part, Sql, Tx } from '#runtime/postgres.ts'
import { MissingKeyError, type SecretKeys, type StoredThing, sealedStart } from '#runtime/secret-keys.ts'

/** Rows that are encrypted at a time. */
const mostRows = 500

/**
 * Encrypts a secret for a row of this transaction. A rotation of the key waits for the transaction, and then encrypts the
 * row again. Throws MissingKeyError if another machine has chosen a key that this one does not have.
 */
export async function sealSecret(tx: Tx, keys: SecretKeys, thing: StoredThing, text: string): Promise<string> {
  return keys.seal(await holdKey(tx, keys), thing, text)
}

/** The id of the key of this installation. The first call chooses it. */
export async function holdKey(tx: Tx, keys: SecretKeys): Promise<string> {
  const keyId = (await findKey(tx, tx`for share`)) ?? (await chooseKey(tx, keys))
  if (!keys.has(keyId)) throw new MissingKeyError(keyId, keys.areInFile)
  return keyId
}

async function chooseKey(tx: Tx, keys: SecretKeys): Promise<string> {
  await tx`
    insert into encryption_key (key_id)
    values (${keys.newest()})
    on conflict do nothing`
  const chosen = await findKey(tx, tx`for share`)
  if (chosen === undefined) throw new Error('the encryption key was not stored')
  return chosen
}

async function findKey(sql: Sql | Tx, lock: Part): Promise<string | undefined> {
  const [row] = await sql<{ key_id: string }[]>`select key_id from encryption_key ${lock}`
  return row?.key_id
}

/** Throws MissingKeyError if this machine cannot read the stored secrets. */
export async function checkKey(sql: Sql, keys: SecretKeys): Promise<void> {
  const keyId = await findKey(sql, sql``)
  if (keyId !== undefined && !keys.has(keyId)) throw new MissingKeyError(keyId, keys.areInFile)
}

/** Encrypts secrets that an earlier version stored in plain text, or that have an earlier key. Returns their number. */
export async function encryptStored(sql: Sql, keys: SecretKeys): Promise<number> {
  const keyId = await sql.begin((tx) => holdKey(tx, keys))
  let count = 0
  for (const column of columns) count += await encryptColumn(sql, keys, keyId, column)
  return count
}

interface Column {
  thing: StoredThing
  table: string
  id: string
  column: string
  /** Its text, and a text as its value. */
  read: (sql: Sql | Tx, column: Part) => Part
  write: (sql: Sql, text: string) => Part
}

const isText = { read: (_: Sql | Tx, column: Part) => column, write: (sql: Sql, text: string) => sql`${text}::text` }

/** Where secrets are stored. A rotation moves the secret of a webhook to a later one of its columns. */
export const columns: readonly Column[] = [
  { thing: 'signing secret', table: 'webhooks', id: 'id', column: 'secret', ...isText },
  { thing: 'signing secret', table: 'webhooks', id: 'id', column: 'previous_secret', ...isText },
  { thing: 'signing secret', table: 'webhooks', id: 'id', column: 'old_secret', ...isText },
  {
    thing: 'signing key',
    table: 'oauth_signing_keys',
    id: 'kid',
    column: 'private_jwk',
    read: (sql, column) => sql`${column} #>> '{}'`,
    write: (sql, text) => sql`to_jsonb(${text}::text)`,
  },
  { thing: 'rule secret', table: 'links', id: 'id', column: 'rules_secret', ...isText },
  { thing: 'authenticator secret', table: 'authenticators', id: 'user_id', column: 'secret', ...isText },
  { thing: 'client secret', table: 'single_sign_on', id: 'account_id', column: 'client_secret', ...isText },
  { thing: 'source token', table: 'import_sources', id: 'import_id', column: 'token', ...isText },
  {
    thing: 'test secret',
    table: 'ab_tests',
    id: 'id',
    column: 'secret',
    read: (sql, column) =>
      sql`case when octet_length(${column}) = 16 then encode(${column}, 'hex') else convert_from(${column}, 'UTF8') end`,
    write: (sql, text) => sql`convert_to(${text}::text, 'UTF8')`,
  },
]

/** A row that changes in the meantime has been encrypted by another process, or is found again. */
async function encryptColumn(sql: Sql, keys: SecretKeys, keyId: string, column: Column): Promise<number> {
  let count = 0
  for (;;) {
    const rows = await selectOthers(sql, keyId, column)
    for (const { id, stored } of rows) {
      const sealed = keys.seal(keyId, column.thing, keys.open(column.thing, stored))
      const { count: written } = await sql`
        update ${sql(column.table)}
        set ${sql(column.column)} = ${column.write(sql, sealed)}
        where ${sql(column.id)} = ${id} and ${column.read(sql, sql`${sql(column.column)}`)} = ${stored}`
      count += written
    }
    if (rows.length < mostRows) return count
  }
}

/** Secrets that are not encrypted with this key. */
async function selectOthers(sql: Sql, keyId: string, { table, id, column, read }: Column) {
  return await sql<{ id: string; stored: string }[]>`
    select ${sql(id)} as id, ${read(sql, sql`${sql(column)}`)} as stored
    from ${sql(table)}
    where ${sql(column)} is not null and not starts_with(${read(sql, sql`${sql(column)}`)}, ${sealedStart(keyId)})
    limit ${mostRows}`
}
