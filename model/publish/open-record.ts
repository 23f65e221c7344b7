import type { SecretKeys } from '#runtime/secret-keys.ts'
import type { LinkRecord, LinkRules } from '#schemas/link-record.ts'
import { openTestSecret } from '../experiments/test-secret.ts'

/** A record with the secrets of its test and its rules opened. */
export function openRecord(record: LinkRecord, secretKeys: Pick<SecretKeys, 'open'>): LinkRecord {
  const { test, rules, later } = record.extras ?? {}
  if (test === undefined && rules?.secret === undefined && later === undefined) return record
  const open = ({ secret, ...others }: LinkRules): LinkRules =>
    secret === undefined ? others : { ...others, secret: secretKeys.open('rule secret', secret) }
  const extras = {
    ...record.extras,
    ...(test && { test: { ...test, secret: openTestSecret(secretKeys, test.secret) } }),
    ...(rules && { rules: open(rules) }),
    ...(later && {
      later: later.map((change) =>
        change.extras?.rules ? { ...change, extras: { ...change.extras, rules: open(change.extras.rules) } } : change,
      ),
    }),
  }
  return { ...record, extras }
}
