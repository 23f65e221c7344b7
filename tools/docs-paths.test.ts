import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findPaths } from './docs-paths.ts'
import { root } from './root.ts'
import { listSourceFiles } from './source-files.ts'

const isDocument = (path: string) => /^(docs\/.*|[A-Z]+)\.md$/.test(path)

describe('the documents', () => {
  it.each(listSourceFiles().filter(isDocument))('%s names only files and folders that exist', (document) => {
    const { links, mentions } = findPaths(readFileSync(`${root}/${document}`, 'utf8'))
    const missing = [
      ...links.filter((path) => !existsSync(join(root, dirname(document), path))),
      ...mentions.filter((path) => !existsSync(normalize(`${root}/${path}`))),
    ]
    expect(missing).toEqual([])
  })
})

describe('findPaths', () => {
  it('finds links inside the tree and paths in backticks', () => {
    const text =
      'See [the map](docs/architecture.md#map), `core/visits/decide.ts`, `embedded/` and `runtime/{config,log}.ts`.'
    expect(findPaths(text)).toEqual({
      links: ['docs/architecture.md'],
      mentions: ['core/visits/decide.ts', 'embedded/', 'runtime/config.ts', 'runtime/log.ts'],
    })
  })

  it('leaves addresses, commands, routes, patterns and what a running product makes alone', () => {
    const text =
      '[x](https://example.com/a.md) [y](#part) `npm test` `/api/v1/short-urls` `**/*.test.ts` `.data/logs/api.log` `a/b`'
    expect(findPaths(text)).toEqual({ links: [], mentions: [] })
  })
})
