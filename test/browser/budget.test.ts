import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { buildDashboard } from '../../tools/build-dashboard.ts'

/** Bytes of compressed JavaScript that a browser loads before a page can be used. */
const firstLoadLimit = 170_000
const routeLimit = 120_000
/** Limits for Home. Each file is a request, and many small files compress worse than a few. */
const homeLimit = 150_000
const mostHomeFiles = 20

interface Chunk {
  file: string
  imports?: string[]
}

let folder: string
let chunks: Record<string, Chunk>
beforeAll(async () => {
  folder = await buildDashboard(() => undefined)
  chunks = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<string, Chunk>
})

/** The files of these chunks and of all their static imports. */
function filesOf(names: string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const chunk = chunks[name]
    if (chunk === undefined) throw new Error(`the build has no ${name}`)
    if (found.has(chunk.file)) continue
    found.add(chunk.file)
    filesOf(chunk.imports ?? [], found)
  }
  return found
}

const weigh = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0)

const pages = [
  'home/home-page.tsx',
  'links/links-page.tsx',
  'domains/domains-page.tsx',
  'links/link-page.tsx',
  'reports/analytics-page.tsx',
  'campaigns/campaign-page.tsx',
  'campaigns/campaigns-page.tsx',
  'keys/keys-page.tsx',
  'qr-codes/codes-page.tsx',
  'qr-codes/code-page.tsx',
  'qr-designer/new-code-page.tsx',
  'settings/settings-page.tsx',
  'apps/apps-page.tsx',
  'system/system-page.tsx',
  'experiments/experiments-page.tsx',
  'experiments/experiment-page.tsx',
  'webhooks/webhooks-page.tsx',
  'webhooks/webhook-page.tsx',
]

it.each(pages)('the first load of %s is within the budget', (page) => {
  const first = filesOf(['index.html'])
  const all = filesOf(['index.html', page])
  expect(weigh(all)).toBeLessThan(firstLoadLimit)
  expect(weigh([...all].filter((file) => !first.has(file)))).toBeLessThan(routeLimit)
})

it('the first load of Home is small, in few files', () => {
  const all = filesOf(['index.html', 'home/home-page.tsx'])
  expect(weigh(all)).toBeLessThan(homeLimit)
  expect(all.size).toBeLessThanOrEqual(mostHomeFiles)
})

/** The name of its error class, which bundlers keep. */
const isOfZod = (file: string) => readFileSync(join(folder, file), 'utf8').includes('$ZodError')

it('zod is not in the first load', () => {
  expect([...filesOf(['qr-designer/check-content.ts'])].some(isOfZod), 'how zod is known').toBe(true)
  expect([...filesOf(['index.html', ...pages])].filter(isOfZod)).toEqual([])
})

it('forms and dialogs are not in the first load', () => {
  const first = filesOf(['index.html', ...pages])
  for (const later of [
    'links/create-dialog.tsx',
    'links/edit-dialog.tsx',
    'links/link-options.tsx',
    'links/link-cards.tsx',
    'links/link-menu.tsx',
    'links/link-preview.tsx',
    'links/selection-bar.tsx',
    'links/tag-dialog.tsx',
    'links/codes-dialog.tsx',
    'domains/add-dialog.tsx',
    'keys/create-key-dialog.tsx',
    'qr-codes/download-dialog.tsx',
    'qr-designer/check-content.ts',
    'qr-designer/preview.ts',
    '../core/qr/label-font.ts',
    'shell/palette.tsx',
    'shell/more-sheet.tsx',
    'parts/confirm.tsx',
    'map/world-map.tsx',
    'campaigns/campaign-dialog.tsx',
    'reports/filter-menu.tsx',
    'parts/all-bars.tsx',
    'experiments/create-dialog.tsx',
    'experiments/complete-dialog.tsx',
    'webhooks/create-webhook-dialog.tsx',
    'webhooks/delivery-details.tsx',
  ]) {
    expect(chunks[later], `the build has no ${later}`).toBeDefined()
    expect(first).not.toContain(chunks[later]?.file)
  }
})
