import type { ImportField, ImportSource } from '#schemas/imports.ts'
import { matchColumns } from '../csv-columns.ts'
import { detachText } from '../detach-text.ts'
import { FileError } from '../file-error.ts'
import type { RawLink } from '../raw-link.ts'
import type { DumpedVisit, DumpSource, RowKind, ValueOf } from './dump-source.ts'
import type { TableHead } from './sql-heads.ts'
import type { TableRow } from './sql-reader.ts'
import type { Value } from './sql-values.ts'

/** Reads the rows of the wanted tables, from the beginning of the dump. */
export type OpenDump = (wants: (table: TableHead) => boolean) => AsyncIterable<readonly TableRow[]>

/** What a dump contains, from reading all of it once. */
export interface DumpSurvey {
  /** The table of links, with its columns. */
  links: { name: string; columns: readonly string[] }
  /** Index of the column of each field. */
  fields: { [Field in ImportField]?: number }
  unused: string[]
  hosts: ReadonlyMap<string, string>
  hasVisits: boolean
}

/** Domains of an installation. */
const mostHosts = 100_000
/** Characters of an ID or host. Longer ones are none. */
const longestHost = 300

interface Dump {
  source: DumpSource
  /** Whose names of columns are used. */
  importSource: ImportSource
  open: OpenDump
}

/** Throws FileError if the dump is broken or has no links. */
export async function surveyDump({ source, importSource, open }: Dump): Promise<DumpSurvey> {
  let links: TableHead | undefined
  const visited = new Set<string>()
  const hosts = new Map<string, string>()
  for await (const rows of open((table) => source.kindOf(table) !== null))
    for (const { table, values } of rows) {
      const kind = source.kindOf(table)
      if (kind === 'links') links = theOne(links, table)
      else if (kind === 'visits') visited.add(table.name)
      else if (hosts.size < mostHosts) readHost(valueIn(columnsOf(source, 'hosts', table), values), hosts)
    }
  if (links === undefined)
    throw new FileError(`The dump has no links of ${source.name}: it has no table such as ${source.example} with rows.`)
  const { name } = links
  const columns = columnsOf(source, 'links', links)
  const { fields, unused } = matchColumns(importSource, columns, {})
  return {
    links: { name, columns },
    fields: Object.fromEntries(fields),
    unused: unused.filter((column) => !source.used.includes(column)),
    hosts,
    hasVisits: [...visited].some((table) => source.belongs(table, name)),
  }
}

function theOne(links: TableHead | undefined, table: TableHead): TableHead {
  if (links !== undefined && links.name !== table.name)
    throw new FileError(
      `The dump has the links of two installations, in the tables ${links.name} and ${table.name}. Export one of them.`,
    )
  return links ?? table
}

function readHost(value: ValueOf, hosts: Map<string, string>): void {
  const [id, address] = [value('id'), value('address')]
  if (id === null || address === null || id.length > longestHost || address.length > longestHost) return
  hosts.set(detachText(id), detachText(address))
}

const columnsOf = (source: DumpSource, kind: RowKind, { columns }: TableHead): readonly string[] =>
  columns ?? source.columns[kind] ?? []

const valueIn =
  (columns: readonly string[], values: readonly Value[]): ValueOf =>
  (column) =>
    values[columns.indexOf(column)] ?? null

const detached = (value: Value): string | undefined => (value === null ? undefined : detachText(value))

/** The links of a dump, numbered from 1. */
export async function* readDumpedLinks({ source, open }: Dump, survey: DumpSurvey): AsyncGenerator<RawLink> {
  const fields = Object.entries(survey.fields) as [ImportField, number][]
  let position = 0
  for await (const rows of open((table) => source.kindOf(table) === 'links'))
    for (const { table, values } of rows) {
      position += 1
      const columns = columnsOf(source, 'links', table)
      const value = valueIn(columns, values)
      const link: RawLink = { position }
      // A dump may name the columns of a table in another order later.
      for (const [field, index] of fields) link[field] = detached(value(survey.links.columns[index] ?? ''))
      source.complete?.(link, value, survey.hosts)
      yield link
    }
}

/** The visits of a dump whose time is known. */
export async function* readDumpedVisits({ source, open }: Dump, survey: DumpSurvey): AsyncGenerator<DumpedVisit> {
  const isWanted = (table: TableHead) =>
    source.kindOf(table) === 'visits' && source.belongs(table.name, survey.links.name)
  for await (const rows of open(isWanted))
    for (const { table, values } of rows) {
      const visit = source.readVisit?.(valueIn(columnsOf(source, 'visits', table), values))
      if (visit) yield visit
    }
}
