import { rotateKey } from '#model/installation/rotate-key.ts'
import { deleteSigningKeys } from '#model/oauth/signing-keys.ts'
import type { Config } from '#runtime/config.ts'
import { SecretKeys } from '#runtime/secret-keys.ts'
import { withPostgres } from './with-postgres.ts'

interface RotateOptions {
  signingKeys?: boolean
  encryptionKey?: boolean
}

/** Without options, both. */
export async function rotateSecrets(config: Config, { signingKeys, encryptionKey }: RotateOptions): Promise<void> {
  const both = signingKeys !== true && encryptionKey !== true
  await withPostgres(config, async (sql) => {
    if (both || encryptionKey === true) {
      const keys = new SecretKeys(config)
      const count = await rotateKey(sql, keys)
      process.stdout.write(`Secrets encrypted with the key ${keys.newest()}: ${count}.\n`)
    }
    if (both || signingKeys === true) {
      const count = await deleteSigningKeys(sql)
      process.stdout.write(`Signing keys deleted: ${count}. Apps get new access tokens with their refresh tokens.\n`)
    }
  })
}
