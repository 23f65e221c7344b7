import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { keepBuild } from './keep-build.ts'
import { root } from './root.ts'
import { runCommand } from './run-command.ts'

/** Where the API finds the web pages: folders named by the hash of their sources, and the name of the current one. */
const builds = join(root, '.cache', 'dashboard')
const pointer = join(builds, 'current')
/** In bytes: compressing a smaller file saves nothing. */
const leastBytes = 1_000
const longestBuildMs = 5 * 60_000

/** Builds the web pages if their sources have changed. Two builds at once both run, and the last one wins. */
export async function buildDashboard(say: (line: string) => void): Promise<string> {
  const name = hashSources()
  const folder = join(builds, name)
  if (!existsSync(folder)) {
    const start = Date.now()
    say('waymark: building the web pages ...')
    const draft = `${folder}.${process.pid}`
    await bundle(draft)
    await compress(draft)
    // Another process may have built the same pages first.
    if (existsSync(folder)) rmSync(draft, { recursive: true })
    else renameSync(draft, folder)
    say(`waymark: web pages built in ${Math.round((Date.now() - start) / 1000)} s`)
  }
  if (!existsSync(pointer) || readFileSync(pointer, 'utf8') !== name) point(name)
  return folder
}

/** Runs in a separate process: under the NODE_ENV of tests, the build would contain React for development. */
async function bundle(folder: string): Promise<void> {
  const vite = [process.execPath, join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn']
  const options = ['--config', join(root, 'dashboard', 'vite.config.ts'), '--outDir', folder, '--emptyOutDir']
  const env = { ...process.env, NODE_ENV: 'production' }
  const { code, output } = await runCommand([...vite, ...options], { cwd: root, env, limitMs: longestBuildMs })
  if (code !== 0) throw new Error(`The web pages could not be built:\n${output}`)
}

function hashSources(): string {
  const hash = createHash('sha256')
  const isSource = (path: string) =>
    /^(dashboard|schemas|core)\//.test(path) && !/\.(test|fixture)\.tsx?$|\.sql$/.test(path)
  const inputs = ['package-lock.json', 'tools/build-dashboard.ts', ...listSourceFiles().filter(isSource).sort()]
  for (const path of inputs)
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  return hash.digest('hex').slice(0, 16)
}

/** Renaming is atomic: an API that starts at the same time reads either the old name or the new one. */
function point(name: string): void {
  const draft = `${pointer}.${process.pid}`
  mkdirSync(builds, { recursive: true })
  writeFileSync(draft, name)
  renameSync(draft, pointer)
  const isOld = (entry: string) => /^[0-9a-f]{16}$/.test(entry) && entry !== name
  for (const entry of readdirSync(builds).filter(isOld)) rmSync(join(builds, entry), { recursive: true, force: true })
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
