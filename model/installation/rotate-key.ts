import type { Sql } from '#runtime/postgres.ts'
import type { SecretKeys } from '#runtime/secret-keys.ts'
import { encryptStored, holdKey } from './stored-secrets.ts'
import { takeTask } from './upkeep-tasks.ts'

/**
 * Encrypts all secrets with a new key, or with the newest one of ENCRYPTION_KEY. Returns their number. An interrupted run
 * leaves all keys in the file, and the next run ends it.
 */
export async function rotateKey(sql: Sql, keys: SecretKeys): Promise<number> {
  return await sql.begin(async (lock) => {
    await lock`set local idle_in_transaction_session_timeout = 0`
    // Two at once would remove each other's key from the file.
    if (!(await takeTask(lock, 'rotation')))
      throw new Error('Another rotation is running. Try again when it has ended.')
    // Before the file changes: a machine without the key of the stored secrets must not replace it.
    await encryptStored(sql, keys)
    if (keys.areInFile) keys.add()
    const previous = await replaceKey(sql, keys)
    const count = await encryptStored(sql, keys)
    if (keys.areInFile) keys.keep([keys.newest(), previous])
    return count
  })
}

/** From then on, secrets are encrypted with the newest key. Returns the id of the previous one. */
const replaceKey = (sql: Sql, keys: SecretKeys): Promise<string> =>
  sql.begin(async (tx) => {
    const previous = await holdKey(tx, keys)
    // Waits for rows that are being encrypted with the previous key.
    await tx`update encryption_key set key_id = ${keys.newest()}`
    return previous
  })
