import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from './root.ts'
import { runCommand } from './run-command.ts'
import { listSourceFiles } from './source-files.ts'

const sdk = join(root, 'sdk/typescript')
const document = join(root, 'api/openapi.snapshot.json')
const generator = join(sdk, 'node_modules/openapi-typescript/bin/cli.js')
const compiler = join(root, 'node_modules/typescript/bin/tsc')
/** Sources of the build in `dist`. */
const stamp = join(sdk, 'dist/.sources')

/** Builds the client in `sdk/typescript/dist`, with types from the OpenAPI document, and the command line in `sdk/cli/dist`. */
export async function buildSdk(say: (line: string) => void): Promise<void> {
  const sources = hashSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  say('waymark: building the SDK ...')
  rmSync(join(sdk, 'dist'), { recursive: true, force: true })
  mkdirSync(join(sdk, 'src/generated'), { recursive: true })
  await run(generator, document, '-o', join(sdk, 'src/generated/api.ts'))
  await run(compiler, '-p', sdk)
  await buildCommandLine()
  writeFileSync(stamp, sources)
}

/** One file with everything, for machines that have nothing but Node. */
async function buildCommandLine(): Promise<void> {
  await build({
    entryPoints: [join(root, 'cli/account/main.ts')],
    outfile: join(root, 'sdk/cli/dist/waymark.js'),
    alias: { '#sdk': join(sdk, 'src/index.ts') },
    // commander is CommonJS.
    banner: { js: "import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)" },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  })
}

function hashSources(): string {
  const hash = createHash('sha256').update(readFileSync(document))
  const own = listSourceFiles().filter((path) => /^(sdk|cli\/account)\//.test(path))
  for (const path of [...own, 'package-lock.json'].sort()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

async function run(...command: string[]): Promise<void> {
  const { code, output } = await runCommand([process.execPath, ...command])
  if (code !== 0) throw new Error(`The SDK could not be built:\n${output}`)
}
