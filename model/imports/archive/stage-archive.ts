import { ApiError } from '#core/api-error.ts'
import type { ArchivePart } from '#core/archive/read-archive.ts'
import { hostWithoutPort } from '#core/visits/host.ts'
import type { Config } from '#runtime/config.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import { type ArchiveContents, type ArchiveHead, archiveKinds } from '#schemas/archive.ts'
import type { ArchiveRow } from '#schemas/archive-rows.ts'
import type { ImportNote } from '#schemas/imports.ts'
import type { ImportRow } from '../import-row.ts'
import { finishAnalysis, holdTurn } from '../import-turn.ts'
import { discardAnalysis, domainIsGone } from '../stage-links.ts'
import { insertArchivePart } from './archive-parts.ts'
import { hostHere } from './import-domains.ts'
import { selectTaken } from './place-links.ts'
import { chooseIds, recordIds } from './source-ids.ts'

interface AnalysisStores {
  sql: Sql
  config: Config
}

/** The analysis of an archive: keeps its checked parts until they are imported, and counts what they contain. */
export class ArchiveAnalysis {
  readonly #stores: AnalysisStores
  readonly #run: ImportRow
  readonly #contents: ArchiveContents = {}
  readonly #notes: { [Note in ImportNote]?: number } = {}
  /** Domains of the account with the hosts of those in the archive. */
  readonly #domains = new Map<string, string>()
  #place = 0
  #rows = 0

  private constructor(stores: AnalysisStores, run: ImportRow) {
    this.#stores = stores
    this.#run = run
  }

  /** Starts again, and discards what an earlier turn has read. */
  static async start(stores: AnalysisStores, run: ImportRow): Promise<ArchiveAnalysis> {
    if (run.domain_id === null) throw domainIsGone()
    await stores.sql.begin((tx) => discardAnalysis(tx, run))
    return new ArchiveAnalysis(stores, run)
  }

  async add(part: ArchivePart): Promise<void> {
    const rows = part.kind === 'head' ? 0 : part.rows.length
    const counted = part.kind === 'clicks' ? 0 : rows
    if (part.kind === 'domains') await this.#findDomains(part.rows)
    this.#note(part)
    if (part.kind !== 'head')
      this.#contents[part.kind] = { found: (this.#contents[part.kind]?.found ?? 0) + rows, imported: 0 }
    await this.#stores.sql.begin(async (tx) => {
      if (part.kind === 'head') await this.#keepBaseDomains(tx, part.head)
      const conflicts = part.kind === 'links' ? await this.#countConflicts(tx, part.rows) : {}
      await holdTurn(tx, this.#run, { found: counted, ...conflicts })
      await insertArchivePart(tx, this.#run.id, { ...part, place: this.#place, first: this.#rows + 1 })
      await tx`
        update imports
        set notes = ${tx.json({ ...this.#notes })}, contents = ${tx.json({ ...this.#contents })}
        where id = ${this.#run.id}`
    })
    this.#place += 1
    this.#rows += counted
  }

  /** Only if the manifest of the archive was right. */
  async end(): Promise<void> {
    const contents = Object.fromEntries(
      archiveKinds.map((kind) => [kind, this.#contents[kind] ?? { found: 0, imported: 0 }]),
    )
    await this.#stores.sql.begin(async (tx) => {
      await tx`update imports set contents = ${tx.json(contents)} where id = ${this.#run.id}`
      await finishAnalysis(tx, this.#run)
    })
  }

  #note(part: ArchivePart): void {
    const add = (note: ImportNote, count: number) => {
      if (count > 0) this.#notes[note] = (this.#notes[note] ?? 0) + count
    }
    if (part.kind === 'webhooks') add('webhook_inactive', part.rows.length)
    if (part.kind === 'domains') add('domain_unverified', part.rows.filter(({ type }) => type === 'branded').length)
    if (part.kind === 'ab_tests')
      add('test_reshuffled', part.rows.filter(({ status }) => status === 'running' || status === 'paused').length)
  }

  /** Links on the base domain of the archive are created on the domain of the import. */
  async #keepBaseDomains(tx: Tx, { base_domains }: ArchiveHead): Promise<void> {
    const target_id = this.#run.domain_id
    const known = base_domains.map(({ id }) => ({ source_id: id.toLowerCase(), target_id, is_new: false }))
    await recordIds(tx, this.#run, 'domains', known)
  }

  async #findDomains(rows: readonly ArchiveRow<'domains'>[]): Promise<void> {
    const { sql, config } = this.#stores
    const own = await sql<{ id: string; host: string }[]>`
      select id, host
      from domains
      where account_id = ${this.#run.account_id}`
    const byHost = new Map(own.map(({ id, host }) => [hostWithoutPort(host), id]))
    for (const row of rows) {
      const host = hostIfPossible(row, config)
      // A domain that is created has no links yet.
      this.#domains.set(row.id, host === null ? (this.#run.domain_id ?? '') : (byHost.get(host) ?? row.id))
    }
  }

  async #countConflicts(tx: Tx, rows: readonly ArchiveRow<'links'>[]) {
    const ids = await chooseIds(
      tx,
      this.#run,
      'links',
      rows.map(({ id }) => id),
    )
    const placed = rows.map(({ domain_id, code }) => ({
      domain: { id: this.#domains.get(domain_id) ?? this.#run.domain_id ?? '', type: 'standard' as const, host: '' },
      code,
    }))
    const taken = await selectTaken(tx, placed)
    let conflicts = 0
    let already_imported = 0
    for (const [index, row] of rows.entries()) {
      const place = placed[index]
      if (ids.get(row.id)?.isOwn === true) already_imported += 1
      else if (place !== undefined && taken.has(`${place.domain.id} ${place.code}`)) conflicts += 1
    }
    return { conflicts, already_imported }
  }
}

function hostIfPossible(row: ArchiveRow<'domains'>, config: Config): string | null {
  try {
    return hostHere(row, config)
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}
