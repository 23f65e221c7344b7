import type { ImportField, ImportSource } from '#schemas/imports.ts'
import { invalidField } from '../api-error.ts'
import { ArchiveError } from '../archive/archive-error.ts'
import { readArchiveHead } from '../archive/read-archive.ts'
import { readTable, type Table } from './read-table.ts'

interface Asked {
  source: ImportSource
  mapping: { readonly [Field in ImportField]?: string | undefined }
  tags: readonly string[]
}

/** How a file is read; null for an archive, of which only the beginning is checked here. Throws ApiError for other files. */
export async function readSource(content: AsyncIterable<Buffer>, asked: Asked): Promise<Table | null> {
  if (asked.source !== 'waymark') return await readTable(content, asked)
  if (Object.keys(asked.mapping).length > 0) throw invalidField('mapping', 'An archive has no columns.')
  if (asked.tags.length > 0) throw invalidField('tags', 'Objects of an archive keep their tags. Leave the tags out.')
  await readArchiveHead(content).catch((error: unknown) => {
    throw error instanceof ArchiveError ? invalidField('file', error.message) : error
  })
  return null
}
