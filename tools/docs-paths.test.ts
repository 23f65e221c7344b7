import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findHeadings, findPaths } from './docs-paths.ts'
import { root } from './root.ts'
import { listSourceFiles } from './source-files.ts'

const isDocument = (path: string) => /^(docs\/.*|[A-Z]+)\.md$/.test(path)

const documents = listSourceFiles().filter(isDocument)
const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe('the documents', () => {
  it.each(documents)('%s names only files and folders that exist', (document) => {
    const { links, mentions } = findPaths(read(document))
    const missing = [
      ...links.filter((path) => !existsSync(join(root, dirname(document), path))),
      ...mentions.filter((path) => !existsSync(normalize(`${root}/${path}`))),
    ]
    expect(missing).toEqual([])
  })

  it.each(documents)('%s links only to headings that exist', (document) => {
    const missing = findPaths(read(document)).anchors.filter(([path, heading]) => {
      const target = path === '' ? document : join(dirname(document), path)
      return target.endsWith('.md') && !findHeadings(read(target)).includes(heading)
    })
    expect(missing).toEqual([])
  })

  it('show every screenshot that is kept, and there are at most 12', () => {
    const kept = readdirSync(join(root, 'docs/screenshots'))
    const shown = documents.flatMap((document) =>
      findPaths(read(document)).links.map((path) => join(dirname(document), path)),
    )
    expect(kept.filter((file) => !shown.includes(`docs/screenshots/${file}`))).toEqual([])
    expect(kept.length).toBeLessThanOrEqual(12)
  })

  it('let no container share the network of another one, which it loses when that one restarts', () => {
    expect(documents.filter((document) => read(document).includes('network_mode: service:'))).toEqual([])
  })

  it('begin with a README of at most 6 KB', () => {
    expect(Buffer.byteLength(read('README.md'))).toBeLessThanOrEqual(6 * 1_024)
  })
})

describe('findPaths', () => {
  it('finds links inside the tree and paths in backticks', () => {
    const text =
      'See [the map](docs/architecture.md#map), `core/visits/decide.ts`, `embedded/` and `runtime/{config,log}.ts`.'
    expect(findPaths(text)).toEqual({
      links: ['docs/architecture.md'],
      anchors: [['docs/architecture.md', 'map']],
      mentions: ['core/visits/decide.ts', 'embedded/', 'runtime/config.ts', 'runtime/log.ts'],
    })
  })

  it('leaves addresses, commands, routes, patterns and what a running product makes alone', () => {
    const text =
      '[x](https://example.com/a.md) [y](#part) `npm test` `/api/v1/short-urls` `**/*.test.ts` `.data/logs/api.log` `a/b`'
    expect(findPaths(text)).toEqual({ links: [], anchors: [['', 'part']], mentions: [] })
  })

  it('finds pictures in HTML', () => {
    const text = '<source media="(x)" srcset="docs/a-dark.png"><img alt="A" src="docs/a.png">'
    expect(findPaths(text).links).toEqual(['docs/a-dark.png', 'docs/a.png'])
  })
})

describe('findHeadings', () => {
  it('names headings as links to them do', () => {
    expect(findHeadings('# A/B tests: how?\n\n```sh\n# no heading\n```\n\n## G1 to G17\n')).toEqual([
      'ab-tests-how',
      'g1-to-g17',
    ])
  })
})
