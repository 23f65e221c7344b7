import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { extname, join } from 'node:path'
import { projectDir } from '#runtime/project.ts'

const current = join(projectDir, '.cache', 'dashboard', 'current')

export interface BuiltFile {
  type: string
  /** True if the file name contains a hash of the content, so that it never changes. */
  isHashed: boolean
  plain: Buffer
  /** Precompressed variants, best first. */
  encoded: { encoding: 'br' | 'gzip'; bytes: Buffer }[]
}

export interface Build {
  /** The HTML page served for every path of the app. It references all the files it loads. */
  shell: string
  /** Files by path below /app/. */
  files: ReadonlyMap<string, BuiltFile>
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** The font of the dashboard, for the pages that are not part of it. */
const fontStyle = (path: string): BuiltFile => ({
  type: 'text/css; charset=utf-8',
  isHashed: false,
  plain: Buffer.from(
    `@font-face{font-family:"Inter Variable";font-weight:100 900;font-display:swap;src:url(${path}) format("woff2-variations")}`,
  ),
  encoded: [],
})

let kept: { folder: string; build: Build } | undefined

/** The output of tools/build-dashboard.ts, a few hundred files of about 2 MB, kept in memory. Null if not built. */
export function readBuild(): Build | null {
  if (!existsSync(current)) return null
  const folder = realpathSync(current)
  // The folder of another build has another name.
  if (kept?.folder !== folder) kept = { folder, build: readFolder(folder) }
  return kept.build
}

function readFolder(folder: string): Build {
  const files = new Map<string, BuiltFile>()
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const type = types[extname(path)]
    if (type === undefined) continue
    files.set(path, {
      type,
      isHashed: path.startsWith('assets/'),
      plain: readFileSync(join(folder, path)),
      encoded: (['br', 'gzip'] as const).flatMap((encoding) => {
        const copy = join(folder, `${path}.${encoding === 'br' ? 'br' : 'gz'}`)
        return existsSync(copy) ? [{ encoding, bytes: readFileSync(copy) }] : []
      }),
    })
  }
  const font = [...files.keys()].find((path) => /^assets\/inter-latin-wght-normal-[^/]*\.woff2$/.test(path))
  if (font !== undefined) files.set('fonts.css', fontStyle(font))
  return { shell: readFileSync(join(folder, 'index.html'), 'utf8'), files }
}
