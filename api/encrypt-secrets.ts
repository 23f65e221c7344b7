import { encryptStored } from '#model/installation/stored-secrets.ts'
import type { Stores } from '#model/stores.ts'
import { MissingKeyError, SecretKeys } from '#runtime/secret-keys.ts'

/** If Postgres is unavailable at startup, it is tried again after this time for as long as the process runs. */
const retryMs = 5_000

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
  let retry: NodeJS.Timeout | undefined
  const attempt = async () => {
    try {
      const count = await encryptStored(sql, keys)
      if (count > 0) log.info({ count }, 'stored secrets were encrypted')
    } catch (error) {
      if (error instanceof MissingKeyError) throw error
      log.warn({ err: error }, 'stored secrets are not encrypted yet: retrying')
      // Without the key the process ends, as it would have at its start.
      retry = setTimeout(() => void attempt(), retryMs)
    }
  }
  await attempt()
  return () => clearTimeout(retry)
}
