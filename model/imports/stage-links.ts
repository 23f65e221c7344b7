import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CheckedLink, checkLink } from '#core/imports/check-link.ts'
import { NameSet } from '#core/imports/name-set.ts'
import type { RawLink } from '#core/imports/raw-link.ts'
import { storable } from '#core/imports/storable-text.ts'
import { runLanes } from '#core/run-lanes.ts'
import { hostWithoutPort } from '#core/visits/host.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import type { ImportNote } from '#schemas/imports.ts'
import { uniqueTags } from '#schemas/tag-spellings.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { findCampaignId } from '../campaigns/campaigns.ts'
import { type ImportItem, insertItems, selectImported } from './import-items.ts'
import { insertLinkPart, linksOfPart, readLinkParts, type StagedLink } from './import-parts.ts'
import type { ImportLayout, ImportRow } from './import-row.ts'
import { moveSource } from './import-source.ts'
import { finishAnalysis, holdTurn } from './import-turn.ts'

const hashesAtOnce = 4
/** Links are checked without a pause for this time: a hostile one takes some milliseconds. */
const sliceMs = 50

/** The source cannot be imported: a sentence for the owner of the import. */
export class SourceError extends Error {
  override name = 'SourceError'
}

/** The analysis of a source: checks its links and keeps them, part by part, until they are imported. */
export class Analysis {
  readonly #sql: Sql
  readonly #run: ImportRow
  /** By host. */
  readonly #domains: ReadonlyMap<string, string>
  /** Slugs of earlier parts, with their domains. */
  readonly #seen = new NameSet()
  /** The names of all links in the source, if its visits are read too. */
  readonly #keys: NameSet | null
  readonly #notes: { [Note in ImportNote]?: number } = {}
  #part = 0
  #waiting: RawLink[] = []

  private constructor(sql: Sql, run: ImportRow, domains: ReadonlyMap<string, string>, keys: NameSet | null = null) {
    this.#sql = sql
    this.#keys = keys
    this.#run = run
    this.#domains = domains
  }

  /** Starts again, and discards what an earlier turn has read. */
  static async start(sql: Sql, run: ImportRow, { keepsNames = false } = {}): Promise<Analysis> {
    if (run.domain_id === null) throw domainIsGone()
    await sql.begin((tx) => discardAnalysis(tx, run))
    const hosts = await selectHosts(sql, run.account_id)
    return new Analysis(sql, run, hosts, keepsNames ? new NameSet() : null)
  }

  /** Continues after the pages of an API that an earlier turn has read. */
  static async continue(sql: Sql, run: ImportRow): Promise<Analysis> {
    if (run.domain_id === null) throw domainIsGone()
    const analysis = new Analysis(sql, run, await selectHosts(sql, run.account_id))
    Object.assign(analysis.#notes, run.notes)
    for await (const { part, links } of readLinkParts(sql, run.id)) {
      analysis.#part = part + 1
      for (const { domain_id, slug } of links) if (slug !== null) analysis.#seen.add(`${domain_id} ${slug}`)
    }
    return analysis
  }

  /** The columns of a dump are known once it was read. */
  async useColumns({ format, encoding, delimiter, header, fields, unused }: ImportLayout): Promise<void> {
    const names = { header: header.map(storable), unused: unused.map(storable) }
    const layout = { ...(format && { format }), encoding, delimiter, fields, ...names }
    await this.#sql.begin(async (tx) => {
      await holdTurn(tx, this.#run)
      await tx`
        update imports
        set layout = ${tx.json(layout)}
        where id = ${this.#run.id}`
    })
  }

  async add(raw: RawLink): Promise<void> {
    this.#waiting.push(raw)
    if (this.#waiting.length === linksOfPart) await this.#keep()
  }

  /** Stores the links of a page together with the position of the next one, so that no page is stored twice. */
  async addPage(links: readonly RawLink[], moved: { next: unknown; position: number }): Promise<void> {
    this.#waiting = [...links]
    await this.#keep((tx) => moveSource(tx, this.#run.id, moved))
  }

  /** Call when all links were added. */
  async endLinks(): Promise<void> {
    if (this.#waiting.length > 0) await this.#keep()
  }

  /** Whether the source has a link with this key. Requires `keepsNames`. */
  hasLink(sourceKey: string): boolean {
    return this.#keys?.has(sourceKey) === true
  }

  async end(): Promise<void> {
    await this.endLinks()
    await this.#sql.begin((tx) => finishAnalysis(tx, this.#run))
  }

  async #keep(andAlso?: (tx: Tx) => Promise<void>): Promise<void> {
    const raws = this.#waiting
    this.#waiting = []
    const invalid: ImportItem[] = []
    const links: CheckedLink[] = []
    let sliceEnd = performance.now() + sliceMs
    for (const raw of raws) {
      if (performance.now() > sliceEnd) {
        await nextTurn()
        sliceEnd = performance.now() + sliceMs
      }
      const checked = checkLink(raw)
      if ('problem' in checked) invalid.push(invalidItem(raw, checked))
      else {
        const { visits, ...link } = checked.link
        links.push({ ...link, ...(visits !== undefined && this.#run.with_visits && { visits }) })
        for (const note of checked.notes) this.#notes[note] = (this.#notes[note] ?? 0) + 1
      }
    }
    const campaigns = await this.#findCampaigns(links)
    const staged = await runLanes(links, hashesAtOnce, (link) => this.#stage(link, campaigns))
    await this.#sql.begin(async (tx) => {
      const found = await this.#countConflicts(tx, staged)
      await holdTurn(tx, this.#run, {
        found: raws.length,
        invalid: invalid.length,
        visits_found: staged.reduce((sum, { visits }) => sum + (visits?.count ?? 0), 0),
        ...found,
      })
      await insertItems(tx, this.#run, invalid)
      if (staged.length > 0) await insertLinkPart(tx, this.#run.id, this.#part, staged)
      await tx`
        update imports
        set notes = ${tx.json({ ...this.#notes })}
        where id = ${this.#run.id}`
      await andAlso?.(tx)
    })
    this.#part += 1
  }

  /** Ids of campaigns by their ID or name in the source. Counts links of unknown ones. */
  async #findCampaigns(links: readonly CheckedLink[]): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>()
    for (const reference of new Set(links.flatMap(({ campaign }) => campaign ?? []))) {
      const id = await findCampaignId(this.#sql, this.#run.account_id, reference)
      if (id !== undefined) found.set(reference, id)
    }
    const unknown = links.filter(({ campaign }) => campaign !== null && !found.has(campaign)).length
    if (unknown > 0) this.#notes.campaign_unknown = (this.#notes.campaign_unknown ?? 0) + unknown
    return found
  }

  async #stage(
    { password, host, campaign, ...link }: CheckedLink,
    campaigns: ReadonlyMap<string, string>,
  ): Promise<StagedLink> {
    const own = host === null ? undefined : this.#domains.get(hostWithoutPort(host))
    const tags = uniqueTags([...link.settings.tags, ...this.#run.tags])
    return {
      ...link,
      source_key: link.source_key && keyIn(this.#run, link.source_key),
      domain_id: own ?? this.#run.domain_id ?? '',
      password_hash: password && (await hashPassword(password)),
      settings: { ...link.settings, tags, campaign_id: campaigns.get(campaign ?? '') ?? null },
    }
  }

  async #countConflicts(tx: Tx, staged: readonly StagedLink[]) {
    const known = await selectImported(
      tx,
      this.#run.account_id,
      staged.flatMap(({ source_key }) => source_key ?? []),
    )
    const taken = await selectTaken(tx, staged)
    let conflicts = 0
    let already_imported = 0
    for (const { source_key, domain_id, slug, refusal } of staged) {
      const name = `${domain_id} ${slug}`
      if (source_key !== null) this.#keys?.add(source_key)
      if (source_key !== null && known.has(source_key)) already_imported += 1
      else if (refusal !== null || (slug !== null && (taken.has(name) || this.#seen.has(name)))) conflicts += 1
      if (slug !== null) this.#seen.add(name)
    }
    return { conflicts, already_imported }
  }
}

/** The name of a link among those of all sources. */
export const keyIn = ({ source }: Pick<ImportRow, 'source'>, sourceKey: string): string => `${source}:${sourceKey}`

/** Removes what an earlier turn has read. */
export async function discardAnalysis(tx: Tx, run: ImportRow): Promise<void> {
  await holdTurn(tx, run)
  await tx`delete from import_items where import_id = ${run.id}`
  await tx`delete from import_ids where import_id = ${run.id}`
  await tx`delete from import_parts where import_id = ${run.id} and kind <> 'file'`
  await tx`
    update imports
    set found = 0, invalid = 0, conflicts = 0, already_imported = 0, visits_found = 0, notes = '{}'
    where id = ${run.id}`
}

export const domainIsGone = () => new SourceError('The domain of the import was deleted. Import the source again.')

const invalidItem = (
  raw: RawLink,
  { problem, source_url }: { problem: string; source_url: string | null },
): ImportItem => ({
  position: raw.position,
  source_key: null,
  source_url,
  outcome: 'invalid',
  link_id: null,
  message: problem,
})

/** Domains that serve links of the account, by host. */
async function selectHosts(sql: Sql, accountId: string): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; host: string }[]>`
    select id, host
    from domains
    where account_id = ${accountId} and status = 'verified'`
  return new Map(rows.map(({ id, host }) => [hostWithoutPort(host), id]))
}

/** The slugs of these links that are taken, each with its domain. */
async function selectTaken(tx: Tx, links: readonly StagedLink[]): Promise<Set<string>> {
  const named = links.filter(({ slug }) => slug !== null)
  if (named.length === 0) return new Set()
  const rows = await tx<{ domain_id: string; code: string }[]>`
    select links.domain_id, links.code
    from unnest(${named.map(({ domain_id }) => domain_id)}::uuid[], ${named.map(({ slug }) => slug)}::text[])
      as named (domain_id, code)
    join links using (domain_id, code)`
  return new Set(rows.map(({ domain_id, code }) => `${domain_id} ${code}`))
}
