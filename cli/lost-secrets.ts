import { findLostSecrets, type LostSecret, replaceLostSecrets } from '#model/installation/lost-secrets.ts'
import type { Config } from '#runtime/config.ts'
import { SecretKeys } from '#runtime/secret-keys.ts'
import { withPostgres } from './with-postgres.ts'

const names: Record<string, string> = {
  'webhooks secret': 'Signing secret of the webhook',
  'webhooks previous_secret': 'Previous signing secret of the webhook',
  'webhooks old_secret': 'Previous signing secret of the webhook',
  'oauth_signing_keys private_jwk': 'Signing key of access tokens',
  'ab_tests secret': 'Secret of the A/B test',
  'links rules_secret': 'Secret of the targeting rules of the link',
  'authenticators secret': 'Authenticator app of the user',
  'import_sources token': 'Token of the import',
  'single_sign_on client_secret': 'Client secret of single sign-on of the account',
}

/** Lists the stored secrets that cannot be decrypted. With `replace`, replaces them. */
export async function showLostSecrets(config: Config, { replace = false }: { replace?: boolean }): Promise<void> {
  await withPostgres(config, async (sql) => {
    const keys = new SecretKeys(config)
    const lost = replace ? await replaceLostSecrets(sql, keys) : await findLostSecrets(sql, keys)
    process.stdout.write(`${lost.map((one) => `${describe(one)}\n`).join('')}${summarize(lost.length, replace)}\n`)
  })
}

const describe = ({ table, column, id, key_id }: LostSecret): string =>
  `${names[`${table} ${column}`]} ${id}: encrypted with the missing key ${key_id}`

function summarize(count: number, replace: boolean): string {
  if (replace) {
    return `Secrets replaced: ${count}. Restart Waymark. Then rotate the secret of each listed webhook in the dashboard, and give it to the receiver.`
  }
  if (count === 0) return 'All stored secrets can be decrypted.'
  return `Secrets that cannot be decrypted: ${count}. If you have the key, restore it. Otherwise replace them with --replace: webhooks get new signing secrets, access tokens end, A/B tests may show visitors another variant, two-factor authentication of the listed users is turned off, single sign-on of the listed accounts is deleted, and the listed imports fail. This cannot be undone.`
}
