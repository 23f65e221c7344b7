import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { keepBuild } from './keep-build.ts'
import { root } from './root.ts'

/** Every program of the product that is started often, or in production. */
const programs = [
  ...['api/main.ts', 'redirector/main.ts', 'workers/main.ts', 'cli/main.ts'],
  ...['workers/qr/draw-thread/main.ts', 'workers/imports/sqlite-thread/main.ts'],
  ...['embedded/main.ts', 'embedded/clickhouse/main.ts', 'tools/container-secrets.ts'],
  ...['raw-uws', 'node-http', 'acknowledge'].map((target) => `bench/targets/${target}.ts`),
  // A container image has no tests.
  ...[
    ...['launch', 'tiny-app', 'idle-app', 'broken-app'].map((name) => `test/embedded/fixtures/${name}.ts`),
    'test/fuzz/loop-probe.ts',
  ].filter((file) => existsSync(join(root, file))),
]
const folders = /^(api|bench|cli|core|embedded|model|redirector|runtime|schemas|sdk|workers)\//

/** Packages that load native code or files from their own folder. */
const unbundled = [
  ...['@node-rs/argon2', '@scalar/fastify-api-reference', 'chdb', 'esbuild', 'msgpackr-extract'],
  ...['node-sqlite3-wasm', 'pdfkit', 'pino', 'sharp', 'tsx', 'uWebSockets.js', 'zxing-wasm'],
]

/** CommonJS packages in a module use these names. */
const commonJsNames = `
import { createRequire as createRequireOfBundle } from 'node:module'
const require = createRequireOfBundle(import.meta.url)
const [__filename, __dirname] = [import.meta.filename, import.meta.dirname]`

/**
 * Bundles our own code and most packages: to find, read, and compile a thousand small files took half of the time of a start.
 * Not minified: a stack trace names functions.
 */
export const buildApps = (say: (line: string) => void): Promise<string> =>
  keepBuild({ kind: 'apps', title: 'the programs', isSource, write }, say)

function isSource(path: string): boolean {
  if (/\.(test|fixture)\.ts$|\.(sql|snapshot\.json)$/.test(path)) return false
  return folders.test(path) || programs.includes(path) || basename(path) === basename(import.meta.filename)
}

async function write(outdir: string): Promise<void> {
  const folders = ['schemas', 'core', 'runtime', 'model'].map((name) => [`#${name}`, join(root, name)] as const)
  const alias = Object.fromEntries([...folders, ['#sdk', join(root, 'sdk/typescript/src/index.ts')]])
  await build({
    absWorkingDir: root,
    entryPoints: programs,
    outbase: root,
    outdir,
    alias,
    bundle: true,
    splitting: true,
    external: unbundled,
    banner: { js: commonJsNames },
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    plugins: [finishedReference],
  })
}

/** Writes the OpenAPI document into the build, because doing so in the API would block it for 280 ms. */
const finishedReference: Plugin = {
  name: 'finished reference',
  setup(building) {
    building.onLoad({ filter: /\/api\/reference-text\.ts$/ }, async () => {
      const exported = Object.entries(await import('../api/reference-text.ts'))
      const lines = exported.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      return { contents: lines.join('\n') }
    })
  },
}
