import { readFileSync } from 'node:fs'
import { findWords, type Kind } from './find-words.ts'
import { listSourceFiles } from './source-files.ts'
import { glossaryPatterns, wordPatterns } from './word-patterns.ts'

const kinds: [files: RegExp, kind: Kind][] = [
  [/\.(?:ts|js)$/, 'ts'],
  [/\.tsx$/, 'tsx'],
  [/\.(?:md|css|html|yml)$/, 'text'],
]
/** The files that list phrases to find. */
const lists = /^tools\/(?:word-patterns|find-words\.test|planted-faults\.fixture)\.ts$/
/** The files that list what other services call things. */
const foreign = /^core\/imports\/csv-columns(?:\.test)?\.ts$/

const glossary = 'docs/glossary.md'
const patterns = [...wordPatterns, ...glossaryPatterns(readFileSync(glossary, 'utf8'))]

// Arguments are prefixes of paths. The default is the whole tree of the current folder.
const wanted = process.argv.slice(2).map((path) => path.replace(/^\.\//, ''))
const isWanted = (path: string) => wanted.length === 0 || wanted.some((beginning) => path.startsWith(beginning))
const files = listSourceFiles('', process.cwd()).filter(
  (path) => isWanted(path) && !lists.test(path) && !foreign.test(path),
)

let read = 0
let found = 0
for (const path of files) {
  const kind = kinds.find(([matching]) => matching.test(path))?.[1]
  if (kind === undefined) continue
  read += 1
  const ruled = path === glossary ? wordPatterns : patterns
  for (const { line, name, found: phrase, advice } of findWords(readFileSync(path, 'utf8'), kind, ruled)) {
    console.log(`${path}:${line}: ${name}: "${phrase}" -> ${advice}`)
    found += 1
  }
}
console.log(`${read} files, ${found} phrases to replace`)
if (found > 0 || read === 0) process.exitCode = 1
