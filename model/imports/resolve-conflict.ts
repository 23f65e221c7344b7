import { ApiError } from '#core/api-error.ts'
import { mayRunAgain, wasRefused } from '#runtime/postgres.ts'
import { fieldsWith, linkFields } from '#schemas/link-fields.ts'
import type { LinkSettings } from '../links/link-row.ts'
import { readRules } from '../links/link-rules.ts'
import { readSchedules } from '../links/link-schedules.ts'
import { judgePeriod } from '../links/link-settings.ts'
import { updateLink } from '../links/update-link.ts'
import { type ImportedLink, selectImported } from './import-items.ts'
import { createRecorded, type ImportRun, itemOf, type ReadyLink, record, secretOf, toDate } from './record-links.ts'

/** Numbers that are tried behind a taken slug: sale-2 to sale-9. Then a slug is generated. */
const numbers = [2, 3, 4, 5, 6, 7, 8, 9]
const longestSlug = 50

/** Imports a link whose slug is taken or not possible, or that was imported before, as its owner chose. */
export async function resolveConflict(importing: ImportRun, link: ReadyLink): Promise<void> {
  try {
    await resolve(importing, link)
  } catch (error) {
    if (error instanceof ApiError) await record(importing, [itemOf(link, 'failed', { message: error.message })])
    else if (wasRefused(error) && !mayRunAgain(error))
      await record(importing, [itemOf(link, 'failed', { message: 'An object that it needs was deleted meanwhile.' })])
    else throw error
  }
}

async function resolve(importing: ImportRun, link: ReadyLink): Promise<void> {
  const { run } = importing
  const skip = (message: string) => record(importing, [itemOf(link, 'skipped', { message })])
  const imported = await findImported(importing, link)
  if (imported?.import_id === run.id && imported.url === link.settings.url)
    return await skip('The link appears twice in the source.')
  if (imported !== undefined && imported.import_id !== run.id) {
    if (run.conflict === 'overwrite') return await overwrite(importing, link, imported.link_id)
    return await skip('The link was imported before.')
  }
  if (link.refusal !== null) return run.conflict === 'rename' ? await rename(importing, link) : await skip(link.refusal)
  const [created] = await createRecorded(importing, [link], 'created')
  if (created) return
  if (run.conflict === 'rename') return await rename(importing, link)
  if (run.conflict === 'skip') return await skip('The slug is taken.')
  const own = await findOwn(importing, link)
  return own === undefined
    ? await skip('The slug is taken, and not by a link of this account.')
    : await overwrite(importing, link, own)
}

async function findImported({ stores, run }: ImportRun, { source_key }: ReadyLink): Promise<ImportedLink | undefined> {
  return source_key === null
    ? undefined
    : (await selectImported(stores.sql, run.account_id, [source_key])).get(source_key)
}

async function findOwn({ stores, run }: ImportRun, { domain, slug }: ReadyLink): Promise<string | undefined> {
  const [row] = await stores.sql<{ id: string }[]>`
    select id
    from links
    where domain_id = ${domain.id} and code = ${slug} and account_id = ${run.account_id}`
  return row?.id
}

async function rename(importing: ImportRun, link: ReadyLink): Promise<void> {
  const base = link.slug?.slice(0, longestSlug - 2)
  const candidates = base === undefined ? [] : numbers.map((number) => `${base}-${number}`)
  // A generated slug is taken once in millions of times.
  for (const slug of [...candidates, null, null, null]) {
    const [created] = await createRecorded(importing, [{ ...link, slug }], 'renamed')
    if (created) return
  }
  throw new Error('generated slugs were taken')
}

/** Gives an existing link the settings of the source. What the source leaves out stays, and so do the clicks. */
async function overwrite(importing: ImportRun, link: ReadyLink, linkId: string): Promise<void> {
  const { stores, run } = importing
  const changes = changesOf(link)
  const updated = await updateLink(stores, {
    account_id: run.account_id,
    link_id: linkId,
    changes,
    // A link that already has a password in Waymark stays enabled.
    adjust: (before) => (link.lost_password && before.password_hash === null ? { is_active: false } : {}),
    rules_secret: await secretOf(stores, changes),
    judge: judgePeriod,
  })
  await record(importing, [
    updated === undefined
      ? itemOf(link, 'failed', { message: 'The link with this slug was deleted meanwhile.' })
      : itemOf(link, 'overwritten', { link_id: linkId }),
  ])
}

/** Settings with their default value are left out, because the source may not have them. */
function changesOf({ settings, password_hash, lost_password }: ReadyLink): Partial<LinkSettings> {
  const { utm, created_at: _created, starts_at, expires_at, tags, targeting_rules, schedules = [], ...rest } = settings
  const given = Object.entries({
    ...rest,
    ...utm,
    password_hash,
    is_active: lost_password || settings.is_active,
    starts_at: toDate(starts_at),
    expires_at: toDate(expires_at),
    tags: tags.length === 0 ? null : tags,
    targeting_rules: targeting_rules.length === 0 ? null : readRules(targeting_rules),
    schedules: schedules.length === 0 ? null : readSchedules(schedules),
  }).filter(([name, value]) => value !== null && value !== standards[name])
  return Object.fromEntries(given)
}

const standards: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(fieldsWith('standard').map((name) => [name, linkFields[name].standard])),
  is_active: true,
}
