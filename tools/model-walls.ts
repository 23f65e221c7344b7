import { readdirSync, readFileSync } from 'node:fs'
import { root } from './root.ts'

/** Folders without statements: only model/ knows how data is stored. */
const withoutStatements = /^(api|workers|redirector)\//
/** Statement tags, with or without a type: sql<Row[]>`select ...`. */
const tagged = /\b(sql|tx|ch)(<[^`;()]*>)?`/
/** The ClickHouse tag under any name. Its types may be imported everywhere. */
const takesTag = /import \{[^}]*\} from '#runtime\/ch-tag\.ts'/
/** A statement as plain text. */
const written = /['"`]\s*(select\s[^'"`]*\sfrom|insert\s+into|update\s+\w+\s+set|delete\s+from|alter\s+table)\s/i
/**
 * All columns of a table, in a statement for Postgres. Prepared statements with them fail once in each transaction and
 * connection after a migration has added a column: "cached plan must not change result type".
 */
const allColumns = (tables: string) =>
  new RegExp(`returning \\*|\\b(${tables})\\.\\*|select \\*[^()\\x60]*\\sfrom (${tables})\\b`)
const exported = /^export (?:async )?(?:function\*?|const) (\w+)/gm

/** Returns one line for each breach of the walls around model/ that imports do not show. */
export function findBreaches(sources: readonly string[]): string[] {
  const files = sources
    .filter((path) => !/\.(test|fixture)\.ts$/.test(path))
    .map((path) => ({ path, text: readFileSync(`${root}/${path}`, 'utf8') }))
  return [...findStatements(files), ...findAllColumns(files), ...findSharedNames(files)]
}

interface SourceFile {
  path: string
  text: string
}

const findStatements = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => withoutStatements.test(path))
    .filter(({ text }) => [tagged, takesTag, written].some((statement) => statement.test(text)))
    .map(({ path }) => `statements-are-in-model: ${path}`)

function findAllColumns(files: readonly SourceFile[]): string[] {
  const migrations = readdirSync(`${root}/schemas/postgres`).map((name) => `${root}/schemas/postgres/${name}`)
  const tables = migrations.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/^create table (\w+)/gm)])
  const pattern = allColumns(tables.map(([, name]) => name).join('|'))
  return files
    .filter(({ path, text }) => path.startsWith('model/') && pattern.test(text))
    .map(({ path }) => `statements-name-their-columns: ${path}`)
}

/** A shared name hides from the reader of a call which of the two functions is called. */
function findSharedNames(files: readonly SourceFile[]): string[] {
  const placesOf = (folder: string) =>
    new Map(
      files
        .filter(({ path }) => path.startsWith(folder))
        .flatMap(({ path, text }) => [...text.matchAll(exported)].map(([, name]) => [name, path] as const)),
    )
  const inApi = placesOf('api/')
  return [...placesOf('model/')].flatMap(([name, path]) =>
    inApi.has(name) ? [`api-and-model-share-no-name: ${name} in ${inApi.get(name)} and ${path}`] : [],
  )
}
