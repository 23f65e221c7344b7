import { readFileSync } from 'node:fs'
import { root } from './root.ts'

/** Only model/ knows what is stored how. */
const withoutStatements = /^(api|workers|redirector)\//
/** Our tags of statements, also with a type: sql<Row[]>`select ...`. */
const tagged = /\b(sql|tx|ch)(<[^`;()]*>)?`/
/** The tag of ClickHouse under any name. Its types may be imported everywhere. */
const takesTag = /import \{[^}]*\} from '#runtime\/ch-tag\.ts'/
/** A statement as a plain text, whatever takes it. */
const written = /['"`]\s*(select\s[^'"`]*\sfrom|insert\s+into|update\s+\w+\s+set|delete\s+from|alter\s+table)\s/i
const exported = /^export (?:async )?(?:function\*?|const) (\w+)/gm

/** What the walls around model/ forbid and imports do not show, one line each. */
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

/** Of two functions with one name, the reader of a call does not know which it is. */
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
