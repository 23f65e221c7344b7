import { randomBytes } from 'node:crypto'
import { refusalBy } from '#core/api-error.ts'
import type { Tx } from '#runtime/postgres.ts'
import { SecretKeys } from '#runtime/secret-keys.ts'
import type { ArchiveRow } from '#schemas/archive-rows.ts'
import { listOf } from '../../backup/back-up-postgres.ts'
import { insertVariants } from '../../experiments/insert-experiment.ts'
import { sealSecret } from '../../installation/stored-secrets.ts'
import { judgeAmong } from '../../safety/refuse-destinations.ts'
import type { ImportRow } from '../import-row.ts'
import type { StagedPart } from './archive-parts.ts'
import { type ArchiveRun, finishPart, Outcomes } from './archive-run.ts'
import { holdLinks } from './hold-links.ts'
import { type ChosenId, chooseIds, deriveId, findIds, type KnownId, recordIds } from './source-ids.ts'

type TestRow = ArchiveRow<'ab_tests'>

const secretBytes = 16

/**
 * Creates tests of links that this import has created, and completed tests of links that were deleted. Running and paused ones
 * get new secrets, so that visitors are split anew.
 */
export async function importExperiments(
  { stores, run }: ArchiveRun,
  part: Extract<StagedPart, { kind: 'ab_tests' }>,
): Promise<void> {
  const outcomes = new Outcomes(part)
  const keys = new SecretKeys(stores.config)
  const refusalByUrls = await judgeUrls({ stores, run }, part.rows)
  const known: KnownId[] = []
  const knownVariants: KnownId[] = []
  await stores.sql.begin(async (tx) => {
    const found = await findParts(tx, run, part.rows)
    for (const [index, row] of part.rows.entries()) {
      const { id = row.id, isOwn = false } = found.ids.get(row.id) ?? {}
      const skipped = isOwn ? 'It was imported before.' : refusalOf(row, found)
      const failed = skipped === undefined ? refusalByUrls(row) : null
      const refusal = skipped ?? failed
      const made = refusal === null && (await createTest(tx, run, { row, id, found, keys }))
      const message = `A/B test “${row.name}”: ${refusal ?? 'Its link has another test.'}`
      if (!made) outcomes.add(index, failed === null ? 'skipped' : 'failed', { message })
      else {
        outcomes.add(index, 'created')
        known.push({ source_id: row.id, target_id: id, is_new: true })
        for (const { id: source_id } of row.variants)
          knownVariants.push({ source_id, target_id: newIdOf(source_id, row, found.variants), is_new: true })
      }
    }
    await recordIds(tx, run, 'ab_tests', known)
    await recordIds(tx, run, 'ab_variants', knownVariants)
    await finishPart(tx, run, part, outcomes)
  })
}

/** Objects here that tests refer to, by their ids in the archive. */
async function findParts(tx: Tx, run: ImportRow, rows: readonly TestRow[]) {
  const of = <Name extends 'id' | 'link_id' | 'qr_code_id'>(name: Name) => rows.map((row) => row[name])
  const variantIds = rows.flatMap(({ variants }) => variants.map(({ id }) => id))
  return {
    links: await holdLinks(tx, run, of('link_id')),
    knownLinks: await selectKnownLinks(tx, run.id, of('link_id')),
    codes: await findIds(tx, run, 'qr_codes', of('qr_code_id')),
    ids: await chooseIds(tx, run, 'ab_tests', of('id')),
    variants: await chooseIds(tx, run, 'ab_variants', variantIds),
  }
}
type Found = Awaited<ReturnType<typeof findParts>>

/** A completed test stays when its link is deleted. */
function refusalOf({ link_id, status }: TestRow, { links, knownLinks }: Found): string | undefined {
  const isDeleted = !knownLinks.has(link_id) && status === 'completed'
  return links.has(link_id) || isDeleted ? undefined : 'Its link was not imported.'
}

/** Why a URL to which a test redirects cannot be a destination. null if all can. */
async function judgeUrls({ stores: { sql, config }, run }: ArchiveRun, rows: readonly TestRow[]) {
  const refuse = await judgeAmong({ sql, config, account_id: run.account_id }, rows.flatMap(followedUrls))
  return (row: TestRow): string | null => refusalBy(() => refuse(followedUrls(row)))
}

/** A completed test redirects to its winner, or nowhere. */
const followedUrls = ({ variants, status, serves_winner, winner_variant_id }: TestRow) =>
  variants.flatMap(({ id, destination_url: url }, index) =>
    status !== 'completed' || (serves_winner && id === winner_variant_id)
      ? [{ field: `variants.${index}.destination_url`, url }]
      : [],
  )

interface NewTest {
  row: TestRow
  id: string
  found: Found
  keys: SecretKeys
}

/** False if the link has an unfinished test. */
async function createTest(tx: Tx, { account_id }: ImportRow, { row, id, found, keys }: NewTest): Promise<boolean> {
  const link = found.links.get(row.link_id)?.id
  const isMade = await insertTest(tx, row, {
    ...{ id, account_id, secret: await newSecret(tx, keys, row) },
    // A link that was deleted had an id that another link can have here.
    link_id: link ?? deriveId(account_id, 'deleted link', row.link_id),
    qr_code_id: row.kind === 'qr' ? codeOf(row, found.codes, account_id) : null,
    winner_variant_id: newIdOf(row.winner_variant_id, row, found.variants),
  })
  if (isMade) await insertParts(tx, id, row, found)
  return isMade
}

/** Links of the archive, imported or not. */
async function selectKnownLinks(tx: Tx, importId: string, sources: readonly string[]): Promise<Set<string>> {
  const rows = await tx<{ source_id: string }[]>`
    select source_id
    from import_ids
    where import_id = ${importId} and kind = 'links' and source_id = any(${[...sources]}::uuid[])`
  return new Set(rows.map(({ source_id }) => source_id))
}

const codeOf = ({ qr_code_id, id }: TestRow, codes: Map<string, { id: string }>, accountId: string): string =>
  codes.get(qr_code_id ?? '')?.id ?? deriveId(accountId, 'deleted code', qr_code_id ?? id)

/** The id of a variant of this test. */
function newIdOf(source: string | null, { variants }: TestRow, chosen: Map<string, ChosenId>): string | null {
  if (source === null || !variants.some(({ id }) => id === source)) return null
  const found = chosen.get(source)
  // One of the account is of another test, which only an edited archive can name.
  return found === undefined || found.isOwn ? null : found.id
}

async function newSecret(tx: Tx, keys: SecretKeys, { status }: TestRow): Promise<string | null> {
  if (status !== 'running' && status !== 'paused') return null
  const sealed = await sealSecret(tx, keys, 'test secret', randomBytes(secretBytes).toString('hex'))
  return `\\x${Buffer.from(sealed).toString('hex')}`
}

/** False if the link has an unfinished test. */
async function insertTest(tx: Tx, row: TestRow, changed: Record<string, string | null>): Promise<boolean> {
  const { variants: _, weight_changes: _w, serves_winner: _s, ...columns } = row
  const test = { ...columns, ...changed }
  const names = listOf(tx, Object.keys(test))
  const { count } = await tx`
    insert into ab_tests (${names})
    select ${names} from jsonb_populate_record(null::ab_tests, ${tx.json(test)})
    on conflict do nothing`
  return count === 1
}

async function insertParts(tx: Tx, testId: string, row: TestRow, { variants: chosen, links }: Found): Promise<void> {
  const variants = row.variants.flatMap((variant) => {
    const id = newIdOf(variant.id, row, chosen)
    return id === null ? [] : [{ ...variant, id }]
  })
  if (variants.length > 0) await insertVariants(tx, testId, variants)
  const changes = row.weight_changes.map(({ weights, changed_at }) => ({
    test_id: testId,
    changed_at,
    weights: Object.fromEntries(
      Object.entries(weights).flatMap(([source, weight]) => {
        const id = newIdOf(source, row, chosen)
        return id === null ? [] : [[id, weight]]
      }),
    ),
  }))
  await tx`
    insert into ab_weight_changes (test_id, weights, changed_at)
    select test_id, weights, changed_at
    from jsonb_to_recordset(${tx.json(changes)}) as changed (test_id uuid, weights jsonb, changed_at timestamptz)
    order by changed_at`
  const winner = newIdOf(row.winner_variant_id, row, chosen)
  const linkId = links.get(row.link_id)?.id
  if (!row.serves_winner || winner === null || linkId === undefined) return
  await tx`
    update links
    set winner_variant_id = ${winner}
    where id = ${linkId}`
}
