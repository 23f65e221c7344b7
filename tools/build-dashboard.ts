import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { keepBuild } from './keep-build.ts'
import { root } from './root.ts'
import { runCommand } from './run-command.ts'

/** A compressed copy of a smaller file saves nothing. */
const leastBytes = 1_000
const longestBuildMs = 5 * 60_000

export const buildDashboard = (say: (line: string) => void): Promise<string> =>
  keepBuild({ kind: 'dashboard', title: 'the dashboard', isSource, write }, say)

function isSource(path: string): boolean {
  if (path === 'tools/build-dashboard.ts') return true
  return /^(dashboard|schemas|core)\//.test(path) && !/\.(test|fixture)\.tsx?$|\.sql$/.test(path)
}

async function write(folder: string): Promise<void> {
  await bundle(folder)
  await compress(folder)
}

/** Runs in a child process with NODE_ENV=production. With the NODE_ENV of tests, the bundle would contain the development build of React. */
async function bundle(folder: string): Promise<void> {
  const vite = [process.execPath, join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn']
  const options = ['--config', join(root, 'dashboard', 'vite.config.ts'), '--outDir', folder, '--emptyOutDir']
  const env = { ...process.env, NODE_ENV: 'production' }
  const { code, output } = await runCommand([...vite, ...options], { cwd: root, env, limitMs: longestBuildMs })
  if (code !== 0) throw new Error(`The dashboard could not be built:\n${output}`)
}

async function compress(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  const worthwhile = (path: string) => /\.(js|css|svg|json)$/.test(path) && statSync(path).size >= leastBytes
  await Promise.all(
    files.filter(worthwhile).map(async (path) => {
      const bytes = readFileSync(path)
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
      writeFileSync(`${path}.br`, await promisify(brotliCompress)(bytes, { params }))
      writeFileSync(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}
