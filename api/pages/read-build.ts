import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { extname, join } from 'node:path'
import { projectDir } from '#runtime/project.ts'

const current = join(projectDir, '.cache', 'dashboard', 'current')

export interface BuiltFile {
  type: string
  /** Named by its content: it never changes. */
  isHashed: boolean
  plain: Buffer
  /** Compressed by the build, best first. */
  encoded: { encoding: 'br' | 'gzip'; bytes: Buffer }[]
}

export interface Build {
  /** The page that every address of the app answers; what it loads it names itself. */
  shell: string
  /** By path below /app/. */
  files: ReadonlyMap<string, BuiltFile>
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** The web pages as tools/build-dashboard.ts left them: a few hundred files of some 2 MB, kept in memory. Null: not built. */
export function readBuild(): Build | null {
  if (!existsSync(current)) return null
  const folder = realpathSync(current)
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
  return { shell: readFileSync(join(folder, 'index.html'), 'utf8'), files }
}
