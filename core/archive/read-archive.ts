import { createHash } from 'node:crypto'
import {
  type ArchivedFile,
  type ArchiveHead,
  type ArchiveKind,
  type ArchiveManifest,
  archiveFile,
  archiveFormat,
  archiveHead,
  archiveKinds,
  archiveLimits,
  archiveManifest,
  headFile,
  manifestFile,
  type ObjectKind,
  oldestArchiveFormat,
} from '#schemas/archive.ts'
import { type ArchiveRow, archiveRows } from '#schemas/archive-rows.ts'
import { parseJson } from '#schemas/parse-json.ts'
import { ArchiveError, damaged, notAnArchive } from './archive-error.ts'
import { type ArchivedClick, checkClick, monthOf } from './check-clicks.ts'
import { type PackedFile, unpack } from './unpack.ts'

/** Clocks of two installations may differ. */
const clockMs = 86_400_000

/** One file of an archive. */
export type ArchivePart =
  | { kind: 'head'; head: ArchiveHead }
  | { [Kind in ObjectKind]: { kind: Kind; rows: ArchiveRow<Kind>[] } }[ObjectKind]
  | { kind: 'clicks'; rows: ArchivedClick[] }

/** The first file of an archive, for a quick answer to an upload. */
export async function readArchiveHead(pieces: AsyncIterable<Buffer>): Promise<ArchiveHead> {
  for await (const file of unpack(pieces)) return parseHead(file)
  throw notAnArchive()
}

/**
 * Reads and checks an archive, file by file. It has the right checksums and counts only if this ends without an error: the
 * manifest is the last file.
 */
export async function* readArchive(pieces: AsyncIterable<Buffer>): AsyncGenerator<ArchivePart> {
  const found: ArchivedFile[] = []
  const order = new FileOrder()
  let head: ArchiveHead | undefined
  let manifest: ArchiveManifest | undefined
  for await (const file of unpack(pieces)) {
    if (manifest !== undefined) throw damaged(`${file.name} follows the manifest`)
    if (head === undefined) {
      head = parseHead(file)
      yield { kind: 'head', head }
    } else if (file.name === manifestFile) {
      manifest = archiveManifest.safeParse(parseJson(file.content.toString())).data
      if (manifest === undefined) throw damaged('its manifest cannot be read')
    } else {
      if (found.length === archiveLimits.files) throw damaged('it has too many files')
      const part = readRows(order.next(file.name), file, head)
      const sha256 = createHash('sha256').update(file.content).digest('hex')
      found.push({ name: file.name, rows: part.rows.length, bytes: file.content.length, sha256 })
      yield part
    }
  }
  if (head === undefined) throw notAnArchive()
  if (manifest === undefined) throw damaged('its manifest is missing')
  compare(manifest, found)
}

function parseHead({ name, content }: PackedFile): ArchiveHead {
  const json = name === headFile ? parseJson(content.toString()) : undefined
  const format = (json as { format?: unknown } | null | undefined)?.format
  if (typeof format === 'number' && format > archiveFormat)
    throw new ArchiveError('A newer version of Waymark wrote this archive. Update this installation first.')
  const head = archiveHead.safeParse(json)
  if (!head.success || head.data.format < oldestArchiveFormat) throw notAnArchive()
  return head.data
}

/** The files of each kind follow each other without gaps, and the kinds are in their order. */
class FileOrder {
  #kind = 0
  #place = 0

  next(name: string): ArchiveKind {
    for (let kind = this.#kind; kind < archiveKinds.length; kind++) {
      const expected = archiveKinds[kind]
      const place = kind === this.#kind ? this.#place + 1 : 1
      if (expected === undefined || archiveFile(expected, place) !== name) continue
      this.#kind = kind
      this.#place = place
      return expected
    }
    throw damaged(`it has an unexpected file ${name}`)
  }
}

function readRows(kind: ArchiveKind, { name, content }: PackedFile, head: ArchiveHead) {
  const lines = content.toString().split('\n')
  if (lines.pop() !== '' || lines.length === 0) throw damaged(`${name} is incomplete`)
  const most = kind === 'clicks' ? archiveLimits.clicks : archiveLimits.objects
  if (lines.length > most) throw damaged(`${name} has too many rows`)
  const values = lines.map((line) => parseJson(line))
  const refuse = (index: number, fault: string) => damaged(`row ${index + 1} of ${name} ${fault}`)
  return kind === 'clicks'
    ? { kind, rows: readClicks(values, head, refuse) }
    : ({ kind, rows: readObjects(kind, values, refuse) } as Exclude<ArchivePart, { kind: 'head' | 'clicks' }>)
}

type Refuse = (index: number, fault: string) => ArchiveError

function readObjects(kind: ObjectKind, values: readonly unknown[], refuse: Refuse): unknown[] {
  const schema = archiveRows[kind]
  return values.map((value, index) => {
    const { success, data, error } = schema.safeParse(value)
    if (success) return data
    const [issue] = error.issues
    throw refuse(index, `has an invalid value (${issue?.path.join('.')}: ${issue?.message})`)
  })
}

function readClicks(values: readonly unknown[], { created_at }: ArchiveHead, refuse: Refuse): ArchivedClick[] {
  const latest = Math.min(Date.parse(created_at), Date.now()) + clockMs
  const rows = values.map((value, index) => {
    const click = checkClick(value, latest)
    if (typeof click === 'string') throw refuse(index, click)
    return click
  })
  const [first] = rows
  const month = first && monthOf(first)
  const other = rows.findIndex((row) => monthOf(row) !== month)
  if (other !== -1) throw refuse(other, 'is of another month than the rows before it')
  return rows
}

function compare(manifest: ArchiveManifest, found: readonly ArchivedFile[]): void {
  const rows: Partial<Record<string, number>> = {}
  for (const [index, file] of found.entries()) {
    const told = manifest.files[index]
    if (told?.name !== file.name) throw damaged(`${file.name} is not in its manifest`)
    if (told.sha256 !== file.sha256 || told.bytes !== file.bytes || told.rows !== file.rows)
      throw damaged(`${file.name} has changed since the export`)
    const kind = file.name.replace(/-\d+\.ndjson$/, '')
    rows[kind] = (rows[kind] ?? 0) + file.rows
  }
  const missing = manifest.files[found.length]
  if (missing !== undefined) throw damaged(`${missing.name} is missing`)
  if (archiveKinds.some((kind) => (rows[kind] ?? 0) !== (manifest.rows[kind] ?? 0)))
    throw damaged('its manifest has other counts than its files')
}
