import type { RawLink } from '../raw-link.ts'
import type { TableHead } from './sql-heads.ts'
import type { Value } from './sql-values.ts'

/** What the rows of a table are. `hosts` are domains, which links name by their id. */
export type RowKind = 'links' | 'visits' | 'hosts'

/** The value of a column of a row. */
export type ValueOf = (column: string) => Value

/** A visit as a dump has it. */
export interface DumpedVisit {
  slug: string
  /** Unix milliseconds. */
  at: number
  user_agent: string
  referrer: string
  /** ISO 3166-1 alpha-2 in lower case, or empty. */
  country_code: string
  /** Not stored. */
  address: string
}

/** How the tables of a service are read. */
export interface DumpSource {
  /** Name of the service in messages. */
  name: string
  /** An example of the name of its table of links. */
  example: string
  kindOf(table: TableHead): RowKind | null
  /** Whether its database can be a file of SQLite. */
  hasSqlite?: boolean
  /** Columns of tables whose columns a dump does not name. */
  columns: Readonly<Partial<Record<RowKind, readonly string[]>>>
  /** Whether the rows of this table belong to the links of that one: a database can have several installations. */
  belongs(table: string, links: string): boolean
  /** Adds what columns with the names of fields do not tell. */
  complete?(link: RawLink, value: ValueOf, hosts: ReadonlyMap<string, string>): void
  /** Columns that `complete` reads. */
  used: readonly string[]
  /** null if its time is unknown. */
  readVisit?(value: ValueOf): DumpedVisit | null
}

/** Whether a table may have these columns: a dump may not name them. */
export const mayHave = ({ columns }: TableHead, ...names: readonly string[]): boolean =>
  columns === null || names.every((name) => columns.includes(name))
