import type { SecretKeys } from '#runtime/secret-keys.ts'
import type { LinkRecord } from '#schemas/link-record.ts'
import { openTestSecret } from '../experiments/test-secret.ts'

/** A record with the secrets of its test and its rules opened. */
export function openRecord(record: LinkRecord, secretKeys: Pick<SecretKeys, 'open'>): LinkRecord {
  const { test, rules } = record.extras ?? {}
  if (test === undefined && rules?.secret === undefined) return record
  const extras = {
    ...record.extras,
    ...(test && { test: { ...test, secret: openTestSecret(secretKeys, test.secret) } }),
    ...(rules?.secret !== undefined && { rules: { ...rules, secret: secretKeys.open('rule secret', rules.secret) } }),
  }
  return { ...record, extras }
}
