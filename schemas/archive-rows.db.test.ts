import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../test/stack/stores.ts'
import { type ObjectKind, objectKinds } from './archive.ts'
import { archiveRows } from './archive-rows.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

/** Columns that follow from others, belong to an installation, or are secrets. */
const leftOut: Record<ObjectKind, readonly string[]> = {
  campaigns: [],
  tags: ['former_names'],
  utm_templates: [],
  qr_assets: ['mime_type', 'width', 'height'],
  domains: [
    ...['rev', 'status', 'verification_token', 'ownership', 'routing', 'check_error', 'failures', 'last_checked_at'],
    ...['next_check_at', 'verified_at', 'found_proofs', 'found_routes', 'brand_logo'],
    ...['quarantined_at', 'quarantine_reason'],
  ],
  link_defaults: [],
  // The winner is `serves_winner` of its test. A quarantine is that of an operator.
  links: [
    ...['rev', 'limited_since', 'rules_secret', 'numbered_since', 'winner_variant_id'],
    ...['quarantined_at', 'quarantine_reason'],
  ],
  qr_codes: ['content_text', 'logo_asset_id'],
  ab_tests: ['secret'],
  conversions: [],
  webhooks: [
    ...['is_active', 'disabled_reason', 'secret', 'old_secret', 'old_secret_until', 'failures_in_a_row'],
    ...['previous_secret', 'previous_secret_until'],
    ...['failing_since', 'paused_until', 'has_succeeded', 'updated_at'],
  ],
}

/** Members that are no columns. */
const added: Partial<Record<ObjectKind, readonly string[]>> = {
  links: ['clicks', 'last_clicked_at', 'shows_content'],
  qr_codes: ['scans', 'last_scanned_at'],
  ab_tests: ['variants', 'weight_changes', 'serves_winner'],
}

it.each(objectKinds)('every column of %s is in archives, or left out on purpose', async (kind) => {
  const columns = await stores.sql<{ name: string }[]>`
    select column_name as name
    from information_schema.columns
    where table_schema = 'public' and table_name = ${kind} and column_name <> 'account_id'`
  const archived = Object.keys(archiveRows[kind].shape).filter((name) => added[kind]?.includes(name) !== true)
  expect([...archived, ...leftOut[kind]].sort()).toEqual(columns.map(({ name }) => name).sort())
})
