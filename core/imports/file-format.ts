import type { ImportSource } from '#schemas/imports.ts'
import { invalidField } from '../api-error.ts'
import type { DumpSource } from './dumps/dump-source.ts'
import { kuttDump } from './dumps/kutt-dump.ts'
import { yourlsDump } from './dumps/yourls-dump.ts'

/** csv: a table. mysql, postgres: an SQL dump of its database. xml: a dump or feed. sqlite: the file of its database. */
export type FileFormat = 'csv' | 'mysql' | 'postgres' | 'xml' | 'sqlite'

/** Services whose databases can be read. */
export const dumpSources: { readonly [Source in ImportSource]?: DumpSource } = { kutt: kuttDump, yourls: yourlsDump }

/** The beginnings of SQL dumps. A table begins with the names of its columns. */
const sql =
  /^\s*(--|\/\*|\\restrict|(create|insert|replace|drop|set|lock|use|begin|start|copy|select|alter|truncate|delete|pragma|delimiter)\s[^,;\t|]*[;(`"\n])/i
/** Sequel Pro begins its dumps with these. */
const hashes = /^# (\*{5}|-{5}|Sequel)|^# \w[^,;\t|]*\n#/

const postgres =
  /^-- PostgreSQL database|^\\restrict |^SET standard_conforming_strings|^SELECT pg_catalog\.|^COPY .* FROM stdin;$/m
const sqlite = /^PRAGMA foreign_keys/m
const xml = /^\s*<(\?xml|!--|rss|mysqldump|pma_xml_export)/

const sqliteStart = Buffer.from('SQLite format 3\0', 'latin1')

/** Whether a file is a database that its source can have. Other sources and CSV files cannot begin like one. */
export const isSqlite = (source: ImportSource, start: Buffer): boolean =>
  dumpSources[source]?.hasSqlite === true && start.subarray(0, sqliteStart.length).equals(sqliteStart)

/** The format of a file from its beginning. Throws ApiError for a dump that cannot be read. */
export function findFormat(source: ImportSource, start: string): FileFormat {
  const text = start.replace(/^\ufeff/, '')
  const dumped = dumpSources[source]
  if (dumped !== undefined && xml.test(text)) return 'xml'
  if (!sql.test(text) && !(dumped !== undefined && hashes.test(text))) return 'csv'
  if (dumped === undefined)
    throw invalidField(
      'file',
      'The file is an SQL dump. Waymark reads dumps of YOURLS and Kutt only: upload a CSV file.',
    )
  if (sqlite.test(text))
    throw invalidField('file', 'The file is a text dump of SQLite. Upload the file of the database instead.')
  return postgres.test(text) ? 'postgres' : 'mysql'
}
