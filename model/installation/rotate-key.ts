import type { Sql } from '#runtime/postgres.ts'
import type { SecretKeys } from '#runtime/secret-keys.ts'
import { encryptStored, holdKey } from './stored-secrets.ts'
import { takeTask } from './upkeep-tasks.ts'

/**
 * Encrypts all secrets with a new key, or with the newest one of ENCRYPTION_KEY. Returns their number. An interrupted run
 * leaves all keys in the file, and the next run ends it. Throws if ENCRYPTION_KEY has no new key.
 */
export async function rotateKey(sql: Sql, keys: SecretKeys): Promise<number> {
  return await sql.begin(async (lock) => {
    await lock`set local idle_in_transaction_session_timeout = 0`
    // Two at once would remove each other's key from the file.
    if (!(await takeTask(lock, 'rotation')))
      throw new Error('Another rotation is running. Try again when it has ended.')
    // Before the file changes: a machine without the key of the stored secrets must not replace it.
    const left = await encryptStored(sql, keys)
    if (keys.areInFile) keys.add()
    const previous = await replaceKey(sql, keys)
    if (!keys.areInFile && previous === keys.newest()) return demandChange(left)
    const count = await encryptStored(sql, keys)
    if (keys.areInFile) keys.keep([keys.newest(), previous])
    return count
  })
}

/** The first key of ENCRYPTION_KEY was in use already. An interrupted rotation can have left secrets to encrypt. */
function demandChange(encrypted: number): number {
  if (encrypted > 0) return encrypted
  throw new Error(
    'Nothing was changed: the first key in ENCRYPTION_KEY is already in use. Put a new key of at least 32 random characters before it, separated by a comma, on all machines and in all containers. Restart Waymark, and run this command again. To replace only the signing keys, add --signing-keys.',
  )
}

/** From then on, secrets are encrypted with the newest key. Returns the id of the previous one. */
const replaceKey = (sql: Sql, keys: SecretKeys): Promise<string> =>
  sql.begin(async (tx) => {
    const previous = await holdKey(tx, keys)
    // Waits for rows that are being encrypted with the previous key.
    await tx`update encryption_key set key_id = ${keys.newest()}`
    return previous
  })
