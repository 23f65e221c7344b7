import { readFileSync } from 'node:fs'
import { root } from './root.ts'

/** Folders without statements: only model/ knows how data is stored. */
const withoutStatements = /^(api|workers|redirector)\//
/** Statement tags, with or without a type: sql<Row[]>`select ...`. */
const tagged = /\b(sql|tx|ch)(<[^`;()]*>)?`/
/** The ClickHouse tag under any name. Its types may be imported everywhere. */
const takesTag = /import \{[^}]*\} from '#runtime\/ch-tag\.ts'/
/** A statement as plain text. */
const written = /['"`]\s*(select\s[^'"`]*\sfrom|insert\s+into|update\s+\w+\s+set|delete\s+from|alter\s+table)\s/i
const exported = /^export (?:async )?(?:function\*?|const) (\w+)/gm

/** Returns one line for each breach of the walls around model/ that imports do not show. */
export function findBreaches(sources: readonly string[]): string[] {
  const files = sources
    .filter((path) => !/\.(test|fixture)\.ts$/.test(path))
    .map((path) => ({ path, text: readFileSync(`${root}/${path}`, 'utf8') }))
  return [...findStatements(files), ...findSharedNames(files)]
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
