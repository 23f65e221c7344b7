import type { Tx } from '#runtime/postgres.ts'
import type { StagedPart } from './archive-parts.ts'
import { type ArchiveRun, finishPart, Outcomes } from './archive-run.ts'
import { chooseIds, findIds } from './source-ids.ts'

/** Creates conversions of tests that this import has created. Their clicks keep their ids. */
export async function importConversions(
  { stores, run }: ArchiveRun,
  part: Extract<StagedPart, { kind: 'conversions' }>,
): Promise<void> {
  const outcomes = new Outcomes(part)
  const { rows } = part
  await stores.sql.begin(async (tx) => {
    const tests = await findIds(
      tx,
      run,
      'ab_tests',
      rows.map(({ test_id }) => test_id),
    )
    const variants = await findIds(
      tx,
      run,
      'ab_variants',
      rows.map(({ variant_id }) => variant_id),
    )
    const ids = await chooseIds(
      tx,
      run,
      'conversions',
      rows.map(({ id }) => id),
    )
    const found = rows.map((row) => ({
      ...row,
      id: ids.get(row.id)?.id ?? row.id,
      account_id: run.account_id,
      test_id: tests.get(row.test_id)?.id ?? null,
      variant_id: variants.get(row.variant_id)?.id ?? null,
    }))
    const inserted = await insertConversions(tx, found)
    const created = new Set(inserted.map(({ id }) => id))
    for (const [index, { id }] of found.entries()) {
      if (created.has(id)) outcomes.add(index, 'created')
      else
        outcomes.add(index, 'skipped', { message: 'The conversion was imported before, or its test was not imported.' })
    }
    await finishPart(tx, run, part, outcomes)
  })
}

/** The variant must be one of the test, and the link is that of the test. */
const insertConversions = async (tx: Tx, rows: readonly object[]) =>
  await tx<{ id: string }[]>`
    insert into conversions (id, account_id, test_id, variant_id, link_id, click_id, event_name, value, currency,
      external_id, created_at)
    select given.id, given.account_id, given.test_id, given.variant_id, ab_tests.link_id, given.click_id,
      given.event_name, given.value, given.currency, given.external_id, given.created_at
    from jsonb_populate_recordset(null::conversions, ${tx.json(rows as never)}) as given
    join ab_tests on ab_tests.id = given.test_id and ab_tests.account_id = given.account_id
    join ab_variants on ab_variants.id = given.variant_id and ab_variants.test_id = given.test_id
    on conflict do nothing
    returning id`
