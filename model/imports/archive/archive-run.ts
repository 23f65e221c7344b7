import type { Tx } from '#runtime/postgres.ts'
import type { Stores } from '../../stores.ts'
import { type ImportItem, insertItems } from '../import-items.ts'
import type { ImportRow } from '../import-row.ts'
import { holdTurn } from '../import-turn.ts'
import type { ImportStores } from '../record-links.ts'
import { removeArchivePart, type StagedPart } from './archive-parts.ts'

/** Without a queue, logos and brands wait for a worker that has one. */
export type ArchiveStores = ImportStores & Partial<Pick<Stores, 'qrQueue'>>

export interface ArchiveRun {
  stores: ArchiveStores
  run: ImportRow
}

/** The stores with the queue of images. */
export function withQueue({ qrQueue, ...stores }: ArchiveStores): Required<ArchiveStores> {
  if (qrQueue === undefined) throw new Error('this worker has no queue of images')
  return { ...stores, qrQueue }
}

/** What became of the rows of a part. */
export class Outcomes {
  readonly #part: StagedPart
  readonly #items: ImportItem[] = []
  readonly #counts = { created: 0, renamed: 0, overwritten: 0, skipped: 0, failed: 0 }

  constructor(part: StagedPart) {
    this.#part = part
  }

  /** `index`: of the row in its part. Rows that were created need no item, unless they are links. */
  add(index: number, outcome: keyof Outcomes['counts'], rest: Partial<ImportItem> = {}): void {
    this.#counts[outcome] += 1
    if (outcome === 'created' && rest.link_id === undefined) return
    const position = this.#part.first + index
    const nothing = { source_key: null, source_url: null, link_id: null, message: null }
    this.#items.push({ ...nothing, ...rest, position, outcome })
  }

  get counts(): Readonly<{ created: number; renamed: number; overwritten: number; skipped: number; failed: number }> {
    return this.#counts
  }

  get items(): readonly ImportItem[] {
    return this.#items
  }
}

/**
 * Ends a part in the transaction that creates its objects: each of them exists once, whenever a worker is killed. Throws
 * TurnEnded if another worker has taken the import.
 */
export async function finishPart(tx: Tx, run: ImportRow, part: StagedPart, outcomes: Outcomes): Promise<void> {
  const { created, renamed } = outcomes.counts
  await holdTurn(tx, run, outcomes.counts)
  await insertItems(tx, run, outcomes.items)
  await countImported(tx, run, part.kind, created + renamed)
  await removeArchivePart(tx, run.id, part.place)
}

export async function countImported(tx: Tx, { id }: ImportRow, kind: StagedPart['kind'], count: number): Promise<void> {
  if (kind === 'head') return
  await tx`
    update imports
    set contents = jsonb_set(contents, ${[kind, 'imported']}, to_jsonb((contents -> ${kind} ->> 'imported')::bigint + ${count}::bigint))
    where id = ${id}`
}
