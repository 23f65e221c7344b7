import { encryptStored } from '#model/installation/stored-secrets.ts'
import { tryWithKey } from '#model/installation/try-with-key.ts'
import type { Stores } from '#model/stores.ts'
import { SecretKeys } from '#runtime/secret-keys.ts'

/**
 * Encrypts the secrets that an earlier version stored in plain text. Throws MissingKeyError, so that the API does not start,
 * if another machine has encrypted them. Returns a function that stops trying.
 */
export async function encryptSecrets({
  sql,
  config,
  log,
}: Pick<Stores, 'sql' | 'config' | 'log'>): Promise<() => void> {
  const keys = new SecretKeys(config)
  return await tryWithKey(async () => {
    const count = await encryptStored(sql, keys)
    if (count > 0) log.info({ count }, 'stored secrets were encrypted')
  }, log)
}
