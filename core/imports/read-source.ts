import type { ImportField, ImportSource } from '#schemas/imports.ts'
import { invalidField } from '../api-error.ts'
import { ArchiveError } from '../archive/archive-error.ts'
import { readArchiveHead } from '../archive/read-archive.ts'
import { FileError } from './file-error.ts'
import { type FileFormat, findFormat, isSqlite } from './file-format.ts'
import { readTable, type Table } from './read-table.ts'
import { findEncoding, longestRow } from './table-head.ts'
import { unpackFile } from './unpack-file.ts'

/** Bytes at the beginning of a file that show what it is: its header row can be this long. */
const startBytes = 2 * longestRow

interface Asked {
  source: ImportSource
  /** Columns by field, as the user chose them. */
  mapping: { readonly [Field in ImportField]?: string | undefined }
  tags: readonly string[]
}

/** The columns of a dump are known only after its analysis. */
type FileLayout = Table & { format: FileFormat }

/** How a file is read; null for an archive, of which only the beginning is checked here. Throws ApiError for other files. */
export async function readSource(content: AsyncIterable<Buffer>, asked: Asked): Promise<FileLayout | null> {
  if (asked.source === 'waymark') return await readArchived(content, asked)
  const { start, isUtf8 } = await readThrough(unpackFile(content)).catch(refuse)
  const isDatabase = isSqlite(asked.source, start)
  const encoding = isDatabase ? 'utf-8' : findEncoding(start, isUtf8)
  const format = isDatabase
    ? 'sqlite'
    : findFormat(asked.source, new TextDecoder(encoding).decode(start, { stream: true }))
  if (format === 'csv') return { ...readTable(start, encoding, asked), format }
  if (Object.keys(asked.mapping).length > 0)
    throw invalidField('mapping', 'The columns of a dump cannot be chosen. Leave the mapping out.')
  return { format, encoding, delimiter: '', header: [], fields: {}, unused: [] }
}

async function readArchived(content: AsyncIterable<Buffer>, asked: Asked): Promise<null> {
  if (Object.keys(asked.mapping).length > 0) throw invalidField('mapping', 'An archive has no columns.')
  if (asked.tags.length > 0) throw invalidField('tags', 'Objects of an archive keep their tags. Leave the tags out.')
  await readArchiveHead(content).catch(refuse)
  return null
}

function refuse(error: unknown): never {
  throw error instanceof FileError || error instanceof ArchiveError ? invalidField('file', error.message) : error
}

/** The beginning of the file, and whether all of it is valid UTF-8. */
async function readThrough(content: AsyncIterable<Buffer>): Promise<{ start: Buffer; isUtf8: boolean }> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let start: Buffer = Buffer.alloc(0)
  let isUtf8 = true
  for await (const chunk of content) {
    if (start.length < startBytes) start = Buffer.concat([start, chunk.subarray(0, startBytes - start.length)])
    isUtf8 &&= isValid(decoder, chunk)
    if (!isUtf8 && start.length === startBytes) break
  }
  return { start, isUtf8: isUtf8 && isValid(decoder) }
}

function isValid(decoder: InstanceType<typeof TextDecoder>, chunk?: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return false
    throw error
  }
}
