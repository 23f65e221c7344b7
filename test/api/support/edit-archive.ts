import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { endBlocks, padding, writeHeader } from '#core/archive/tar-blocks.ts'
import { type PackedFile, unpack } from '#core/archive/unpack.ts'
import { manifestFile } from '#schemas/archive.ts'

/** The files of an archive, in their order. */
export async function filesOf(archive: Buffer): Promise<PackedFile[]> {
  const files: PackedFile[] = []
  for await (const { name, content } of unpack(Readable.from([archive])))
    files.push({ name, content: Buffer.from(content) })
  return files
}

export function pack(files: readonly PackedFile[]): Buffer {
  const at = new Date('2026-01-01T00:00:00Z')
  const entries = files.flatMap(({ name, content }) => [
    writeHeader({ name, bytes: content.length }, at),
    content,
    padding(content.length),
  ])
  return gzipSync(Buffer.concat([...entries, endBlocks()]))
}

/** What somebody makes of an archive by hand: its rows change, and its manifest fits again. */
export async function editArchive(
  archive: Buffer,
  // oxlint-disable-next-line typescript/no-explicit-any -- a test edits what it knows
  edit: (kind: string, row: any) => unknown,
): Promise<Buffer> {
  const files = await filesOf(archive)
  const manifest = JSON.parse(files.find(({ name }) => name === manifestFile)?.content.toString() ?? '')
  const edited = files.map(({ name, content }) => {
    const [, kind] = /^(\w+)-\d+\.ndjson$/.exec(name) ?? []
    if (kind === undefined) return { name, content }
    const rows = content.toString().trimEnd().split('\n')
    const lines = rows.map((line) => JSON.stringify(edit(kind, JSON.parse(line))))
    return { name, content: Buffer.from(`${lines.join('\n')}\n`) }
  })
  for (const entry of manifest.files) {
    const content = edited.find(({ name }) => name === entry.name)?.content ?? Buffer.alloc(0)
    entry.bytes = content.length
    entry.sha256 = createHash('sha256').update(content).digest('hex')
  }
  return pack(
    edited.map((file) =>
      file.name === manifestFile ? { ...file, content: Buffer.from(JSON.stringify(manifest)) } : file,
    ),
  )
}
