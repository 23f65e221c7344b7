import { createHash } from 'node:crypto'
import { endBlocks, padding, writeHeader } from '#core/archive/tar-blocks.ts'
import {
  type ArchivedFile,
  type ArchiveHead,
  type ArchiveKind,
  type ArchiveManifest,
  archiveFile,
  archiveLimits,
  headFile,
  manifestFile,
} from '#schemas/archive.ts'

/** Writes the bytes of a tar file, one file at a time, so that only one of them is in memory. */
export class ArchiveWriter {
  readonly #at: Date
  readonly #files: ArchivedFile[] = []
  readonly #rows: ArchiveManifest['rows'] = {}
  readonly #places = new Map<ArchiveKind, number>()

  constructor(at: Date) {
    this.#at = at
  }

  head(head: ArchiveHead): Buffer {
    return this.#entry(headFile, Buffer.from(`${JSON.stringify(head, null, 2)}\n`))
  }

  /** Rows of a kind, as lines of JSON, in files that have no other rows. */
  async *rows(kind: ArchiveKind, pages: AsyncIterable<readonly string[]>): AsyncGenerator<Buffer> {
    const most = kind === 'clicks' ? archiveLimits.clicks : archiveLimits.objects
    let lines: string[] = []
    let bytes = 0
    for await (const page of pages) {
      for (const line of page) {
        lines.push(line)
        bytes += line.length
        if (lines.length < most && bytes < archiveLimits.usualBytes) continue
        yield this.#add(kind, lines)
        lines = []
        bytes = 0
      }
    }
    if (lines.length > 0) yield this.#add(kind, lines)
  }

  /** The manifest and the end of the archive. */
  end(): Buffer {
    const manifest: ArchiveManifest = { files: this.#files, rows: this.#rows }
    return Buffer.concat([this.#entry(manifestFile, Buffer.from(`${JSON.stringify(manifest)}\n`)), endBlocks()])
  }

  #add(kind: ArchiveKind, lines: readonly string[]): Buffer {
    if (this.#files.length === archiveLimits.files)
      throw new Error(`an archive can have at most ${archiveLimits.files} files`)
    const place = (this.#places.get(kind) ?? 0) + 1
    this.#places.set(kind, place)
    const name = archiveFile(kind, place)
    const content = Buffer.from(`${lines.join('\n')}\n`)
    const sha256 = createHash('sha256').update(content).digest('hex')
    this.#files.push({ name, rows: lines.length, bytes: content.length, sha256 })
    this.#rows[kind] = (this.#rows[kind] ?? 0) + lines.length
    return this.#entry(name, content)
  }

  #entry(name: string, content: Buffer): Buffer {
    const header = writeHeader({ name, bytes: content.length }, this.#at)
    return Buffer.concat([header, content, padding(content.length)])
  }
}
