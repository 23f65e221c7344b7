import { randomBytes } from 'node:crypto'
import type { Sql, Tx } from '#runtime/postgres.ts'
import { type SecretKeys, sealedStart } from '#runtime/secret-keys.ts'
import { fromCli, recordOfUser } from '../accounts/audit-log.ts'
import { mintSecret } from '../webhooks/mint-secret.ts'
import { columns, sealSecret } from './stored-secrets.ts'

/** A stored secret that cannot be decrypted, because its key is lost. */
export interface LostSecret {
  table: string
  column: string
  id: string
  key_id: string
}

/** Bytes of the secret of an A/B test, and of targeting rules. */
const testSecretBytes = 16

export async function findLostSecrets(sql: Sql | Tx, keys: SecretKeys): Promise<LostSecret[]> {
  const lost: LostSecret[] = []
  for (const { table, column, id, read } of columns) {
    const text = read(sql, sql`${sql(column)}`)
    const rows = await sql<{ id: string; key_id: string }[]>`
      select ${sql(id)} as id, split_part(${text}, ':', 2) as key_id
      from ${sql(table)}
      where ${sql(column)} is not null and starts_with(${text}, ${sealedStart('').slice(0, -1)})
      order by ${sql(id)}`
    for (const row of rows) if (!keys.has(row.key_id)) lost.push({ table, column, ...row })
  }
  return lost
}

/**
 * Gives up the secrets that cannot be decrypted: webhooks, running A/B tests and percentages of targeting rules get new ones,
 * signing keys and single sign-on, which needs the secret of its provider, are deleted, users with an authenticator app
 * sign in without it, and imports that still read the API of a service fail.
 * From then on, the newest key of this machine is the one of the installation. Returns what was replaced.
 */
export async function replaceLostSecrets(sql: Sql, keys: SecretKeys): Promise<LostSecret[]> {
  return await sql.begin(async (tx) => {
    const [current] = await tx<{ key_id: string }[]>`select key_id from encryption_key for update`
    if (current !== undefined && !keys.has(current.key_id)) {
      await tx`update encryption_key set key_id = ${keys.newest()}`
    }
    const lost = await findLostSecrets(tx, keys)
    for (const one of lost) await replaceOne(tx, keys, one)
    return lost
  })
}

async function replaceOne(tx: Tx, keys: SecretKeys, { table, column, id }: LostSecret): Promise<void> {
  if (column === 'old_secret' || column === 'previous_secret') {
    await tx`
      update webhooks
      set ${tx(column)} = null, ${tx(`${column}_until`)} = null
      where id = ${id}`
  } else if (table === 'webhooks') {
    const secret = await sealSecret(tx, keys, 'signing secret', mintSecret())
    await tx`
      update webhooks
      set secret = ${secret}
      where id = ${id}`
  } else if (table === 'links') {
    const secret = await sealSecret(tx, keys, 'rule secret', randomBytes(testSecretBytes).toString('hex'))
    await tx`
      update links
      set rules_secret = ${secret}
      where id = ${id}`
  } else if (table === 'authenticators') {
    await tx`delete from authenticators where user_id = ${id}`
    const change = { action: 'waymark secrets lost', summary: 'Turn off two-factor authentication', object_ids: [id] }
    await recordOfUser(tx, id, fromCli, change)
  } else if (table === 'single_sign_on') {
    await tx`delete from single_sign_on where account_id = ${id}`
  } else if (table === 'import_sources') {
    await tx`delete from import_sources where import_id = ${id}`
  } else if (table === 'oauth_signing_keys') {
    await tx`delete from oauth_signing_keys where kid = ${id}`
  } else {
    const secret = await sealSecret(tx, keys, 'test secret', randomBytes(testSecretBytes).toString('hex'))
    await tx`
      update ab_tests
      set secret = ${Buffer.from(secret)}
      where id = ${id}`
  }
}
