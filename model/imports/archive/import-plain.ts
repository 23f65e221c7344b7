import type { Tx } from '#runtime/postgres.ts'
import type { ArchiveRow } from '#schemas/archive-rows.ts'
import { lockAccount, setAccountName } from '../../accounts/accounts.ts'
import { listOf } from '../../backup/back-up-postgres.ts'
import { setDestinationChecks } from '../../destinations/account-checks.ts'
import { mostAssets } from '../../qr-codes/assets.ts'
import { type EncodedLogo, encodeLogo } from '../../qr-codes/encode-logo.ts'
import { countRows, hasRows } from '../../rows.ts'
import { forgetFormerName } from '../../tags/tags.ts'
import { mostTemplates } from '../../utm-templates/utm-templates.ts'
import type { ImportRow } from '../import-row.ts'
import type { StagedPart } from './archive-parts.ts'
import { type ArchiveRun, finishPart, Outcomes, withQueue } from './archive-run.ts'
import { chooseIds, findIds, findOwn, type KnownId, recordIds } from './source-ids.ts'

type PartOf<Kind extends StagedPart['kind']> = Extract<StagedPart, { kind: Kind }>

/** An account without links gets the name and settings of the archived one. */
export async function importHead({ stores, run }: ArchiveRun, part: PartOf<'head'>): Promise<void> {
  const { account, settings } = part.head
  await stores.sql.begin(async (tx) => {
    if (!(await hasRows(tx, tx`links where account_id = ${run.account_id}`))) {
      if (settings !== undefined) await setDestinationChecks(tx, run.account_id, settings.checks_destinations)
      await setAccountName(tx, run.account_id, account.name)
    }
    await finishPart(tx, run, part, new Outcomes(part))
  })
}

/** Colors of tags that the account has not set itself. */
export async function importTags({ stores, run }: ArchiveRun, part: PartOf<'tags'>): Promise<void> {
  const outcomes = new Outcomes(part)
  await stores.sql.begin(async (tx) => {
    for (const [index, row] of part.rows.entries()) {
      const { count } = await tx`
        insert into tags ${tx({ ...row, account_id: run.account_id })}
        on conflict do nothing`
      if (count === 1) {
        await forgetFormerName(tx, run.account_id, row.name)
        outcomes.add(index, 'created')
      } else outcomes.add(index, 'skipped', { message: `The account has the tag “${row.name}” already.` })
    }
    await finishPart(tx, run, part, outcomes)
  })
}

const named = {
  campaigns: { what: 'campaign', most: Number.POSITIVE_INFINITY },
  utm_templates: { what: 'UTM template', most: mostTemplates },
} as const

/** What the account has under the same name is used in place of what is in the archive. */
export async function importNamed(
  { stores, run }: ArchiveRun,
  part: PartOf<'campaigns' | 'utm_templates'>,
): Promise<void> {
  const { kind } = part
  const { what, most } = named[kind]
  const outcomes = new Outcomes(part)
  await stores.sql.begin(async (tx) => {
    await lockAccount(tx, run.account_id)
    const ids = await chooseIds(
      tx,
      run,
      kind,
      part.rows.map(({ id }) => id),
    )
    let count = await countRows(tx, tx`${tx(kind)} where account_id = ${run.account_id}`)
    const known: KnownId[] = []
    for (const [index, row] of part.rows.entries()) {
      const { id, isOwn } = ids.get(row.id) ?? { id: row.id, isOwn: false }
      const twin = isOwn ? id : await findNamed(tx, run, kind, row.name)
      const isFull = twin === undefined && count >= most
      known.push({ source_id: row.id, target_id: isFull ? null : (twin ?? id), is_new: !isFull && twin === undefined })
      if (isFull) outcomes.add(index, 'failed', { message: `An account can have at most ${most} ${what}s.` })
      else if (twin !== undefined)
        outcomes.add(index, 'skipped', { message: `The account has the ${what} “${row.name}” already.` })
      else {
        await tx`insert into ${tx(kind)} ${tx({ ...row, id, account_id: run.account_id })}`
        outcomes.add(index, 'created')
        count += 1
      }
    }
    await recordIds(tx, run, kind, known)
    await finishPart(tx, run, part, outcomes)
  })
}

async function findNamed(tx: Tx, { account_id }: ImportRow, kind: keyof typeof named, name: string) {
  const isNamed = kind === 'campaigns' ? tx`name = ${name}` : tx`lower(name) = lower(${name})`
  const [row] = await tx<{ id: string }[]>`
    select id
    from ${tx(kind)}
    where account_id = ${account_id} and ${isNamed}`
  return row?.id
}

/** Images are encoded again: nothing of an uploaded file is kept but its picture. */
export async function importLogos({ stores, run }: ArchiveRun, part: PartOf<'qr_assets'>): Promise<void> {
  const { sql } = stores
  const outcomes = new Outcomes(part)
  const encoded: Exclude<EncodedLogo, { kind: 'unavailable' }>[] = []
  for (const { content } of part.rows) {
    const logo = await encodeLogo(withQueue(stores), Buffer.from(content, 'base64'))
    if (logo.kind === 'unavailable') throw new Error('no worker encodes logos')
    encoded.push(logo)
  }
  await sql.begin(async (tx) => {
    await lockAccount(tx, run.account_id)
    const ids = await chooseIds(
      tx,
      run,
      'qr_assets',
      part.rows.map(({ id }) => id),
    )
    let count = await countRows(tx, tx`qr_assets where account_id = ${run.account_id}`)
    const known: KnownId[] = []
    for (const [index, { id: source_id, name, created_at }] of part.rows.entries()) {
      const { id = source_id, isOwn = false } = ids.get(source_id) ?? {}
      const logo = encoded[index]
      const fail = (message: string) => {
        outcomes.add(index, 'failed', { message: `The logo “${name ?? id}” was not imported. ${message}` })
        known.push({ source_id, target_id: null, is_new: false })
      }
      if (isOwn) {
        outcomes.add(index, 'skipped', { message: 'The logo was imported before.' })
        known.push({ source_id, target_id: id, is_new: false })
      } else if (logo?.kind !== 'encoded') fail(logo?.message ?? '')
      else if (count >= mostAssets) fail(`An account can have at most ${mostAssets} logos.`)
      else {
        const { width, height, bytes: content } = logo
        const row = { id, account_id: run.account_id, name, mime_type: 'image/png', width, height, content, created_at }
        await tx`insert into qr_assets ${tx(row)}`
        outcomes.add(index, 'created')
        known.push({ source_id, target_id: id, is_new: true })
        count += 1
      }
    }
    await recordIds(tx, run, 'qr_assets', known)
    await finishPart(tx, run, part, outcomes)
  })
}

export async function importLinkDefaults({ stores, run }: ArchiveRun, part: PartOf<'link_defaults'>): Promise<void> {
  const outcomes = new Outcomes(part)
  const of = <Name extends keyof ArchiveRow<'link_defaults'>>(name: Name) => part.rows.map((row) => row[name])
  await stores.sql.begin(async (tx) => {
    const campaigns = await findOwn(tx, run, 'campaigns', of('campaign_id'))
    const templates = await findOwn(tx, run, 'utm_templates', of('utm_template_id'))
    const domains = await findIds(tx, run, 'domains', of('domain_id'))
    for (const [index, row] of part.rows.entries()) {
      const domain_id = domains.get(row.domain_id)?.id
      const defaults = {
        ...row,
        account_id: run.account_id,
        campaign_id: campaigns(row.campaign_id),
        utm_template_id: templates(row.utm_template_id),
      }
      const { count } = await tx`
        insert into link_defaults (${listOf(tx, Object.keys(defaults))})
        select ${listOf(tx, Object.keys(defaults))}
        from jsonb_populate_record(null::link_defaults, ${tx.json({ ...defaults, domain_id: domain_id ?? null })})
        where exists (select from domains where domains.id = ${domain_id ?? null}::uuid)
        on conflict do nothing`
      if (count === 1) outcomes.add(index, 'created')
      else outcomes.add(index, 'skipped', { message: 'The domain has defaults already, or was not imported.' })
    }
    await finishPart(tx, run, part, outcomes)
  })
}
