import { readFileSync } from 'node:fs'
import { root } from './root.ts'

export const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8')

/** The name or the line of each fault contains "planted". One run of a step finds all faults of that step. */
interface Fault {
  what: string
  files: Record<string, string>
  finding: string
}

const one = (name: string) => `export const ${name} = 1\n`
export const crossed: Fault[] = [
  ...['import { planted } from', 'import type { planted } from', 'export * from'].map((statement, index) => ({
    what: `the redirector has "${statement}" the API`,
    files: {
      'api/planted.ts': one('planted'),
      [`redirector/planted-${index}.ts`]: `${statement} '../api/planted.ts'\n`,
    },
    finding: `redirector-workers-api-stay-apart: redirector/planted-${index}.ts -> api/planted.ts`,
  })),
  {
    what: 'a feature of the API imports another one',
    files: {
      'api/links/planted.ts': one('plantedLink'),
      'api/domains/planted.ts': `export { plantedLink } from '../links/planted.ts'\n`,
    },
    finding: 'api-features-stay-apart: api/domains/planted.ts -> api/links/planted.ts',
  },
  {
    what: 'model/ imports the API',
    files: { 'model/links/planted.ts': `export { plantedLink } from '../../api/links/planted.ts'\n` },
    finding: 'model-imports-core-runtime-schemas: model/links/planted.ts -> api/links/planted.ts',
  },
  {
    what: 'a function of the API has the name of one of model/',
    files: {
      'api/links/planted-twin.ts': 'export const plantedTwin = () => 1\n',
      'model/links/planted-twin.ts': 'export async function plantedTwin() {}\n',
    },
    finding: 'api-and-model-share-no-name: plantedTwin in api/links/planted-twin.ts and model/links/planted-twin.ts',
  },
  {
    what: 'a wall is crossed through a # path',
    files: { 'schemas/planted.ts': `import { readConfig } from '#runtime/config.ts'\nreadConfig({})\n` },
    finding: 'schemas-import-zod-only: schemas/planted.ts -> runtime/config.ts',
  },
  {
    what: 'core reads files',
    files: { 'core/planted-io.ts': `import { readFileSync } from 'node:fs'\nreadFileSync('x')\n` },
    finding: 'core-is-pure: core/planted-io.ts -> fs',
  },
  {
    what: 'imports form a cycle',
    files: {
      'core/planted-a.ts': `export { b } from './planted-b.ts'\nexport const a = 1\n`,
      'core/planted-b.ts': `export { a } from './planted-a.ts'\nexport const b = 1\n`,
    },
    finding: 'no-circular: core/planted-a.ts -> core/planted-b.ts',
  },
]

export const statements: Fault[] = ['api/links', 'workers/clicks', 'redirector'].flatMap((folder) => {
  const fileOf = (name: string) => `${folder}/planted-${name}.ts`
  const [tagged, renamed, written] = [fileOf('tagged'), fileOf('renamed'), fileOf('written')]
  const statement = 'select 1 as one'
  const tag = `import type { Sql } from '#runtime/postgres.ts'\nexport const planted = (sql: Sql) => sql\`${statement}\`\n`
  return [
    {
      what: `there is a statement in ${folder}`,
      files: { [tagged]: tag },
      finding: `statements-are-in-model: ${tagged}`,
    },
    {
      what: `there is a statement under another tag in ${folder}`,
      files: {
        [renamed]: `import { ch as other } from '#runtime/ch-tag.ts'\nexport const planted = other\`${statement}\`\n`,
      },
      finding: `statements-are-in-model: ${renamed}`,
    },
    {
      what: `there is a statement as plain text in ${folder}`,
      files: { [written]: `export const planted = 'delete from links where true'\n` },
      finding: `statements-are-in-model: ${written}`,
    },
  ]
})

const packageFile = JSON.parse(read('package.json')) as { dependencies: object }
export const dead: Fault[] = [
  {
    what: 'an export is unused',
    files: { 'runtime/config.ts': `${read('runtime/config.ts')}\nexport const plantedUnused = 1\n` },
    finding: 'plantedUnused',
  },
  { what: 'a file is unused', files: { 'core/planted-dead.ts': one('planted') }, finding: 'core/planted-dead.ts' },
  {
    what: 'a dependency is unused',
    files: {
      'package.json': `${JSON.stringify(
        { ...packageFile, dependencies: { ...packageFile.dependencies, 'planted-unused': '1.0.0' } },
        null,
        2,
      )}\n`,
    },
    finding: 'planted-unused',
  },
]

const lockfile = JSON.parse(read('package-lock.json')) as { packages: object }
const licenses = ['GPL-3.0-or-later', 'AGPL-3.0', 'MIT AND GPL-2.0-only', 'SEE LICENSE IN TERMS', undefined]
const plantedPackages = licenses.map((license, index) => [
  `node_modules/planted-${index}`,
  { version: '1.0.0', ...(license !== undefined && { license }) },
])
const packages = { ...lockfile.packages, ...Object.fromEntries(plantedPackages) }
export const licensed: Fault[] = licenses.map((license = 'no license', index) => ({
  what: `a dependency has the license ${license}`,
  files: { 'package-lock.json': JSON.stringify({ ...lockfile, packages }) },
  finding: `node_modules/planted-${index}: ${license}`,
}))

const queue = `import type { Queue } from 'bullmq'\n\nexport async function planted(queue: Queue): Promise<void> {`
const reaching = ['#runtime/config.ts', '../../api/app.ts', 'node:fs']
export const linted: [file: string, text: string, rule: string][] = [
  ['workers/planted-forgotten.ts', `${queue}\n  queue.add('name', {})\n}\n`, 'no-floating-promises'],
  ['model/planted-environment.ts', 'export const planted = process.env.HOME\n', 'no-process-env'],
  [
    'model/planted-env.ts',
    `import { env } from 'node:process'\n\nexport const planted = env.HOME\n`,
    'no-restricted-imports',
  ],
  ['model/planted-any.ts', 'export const planted = (x: any) => x\n', 'no-explicit-any'],
  ['model/planted-null.ts', 'export const planted = (x: string | null) => x!\n', 'no-non-null-assertion'],
  ['model/planted-equal.ts', 'export const planted = (x: unknown) => x == 1\n', 'eqeqeq'],
  ['model/planted-print.ts', `export const planted = () => console.log('x')\n`, 'no-console'],
  ['model/planted-url.ts', `export const planted = URL.canParse('x')\n`, 'no-restricted-properties'],
  ['model/planted-signal.ts', 'export const planted = AbortSignal.any([])\n', 'no-restricted-properties'],
  ['model/planted-long.ts', '// a line\n'.repeat(251), 'max-lines'],
  ...reaching.map((path, index): [string, string, string] => [
    `dashboard/shell/planted-reach-${index}.tsx`,
    `import * as planted from '${path}'\n\nexport { planted }\n`,
    'no-restricted-imports',
  ]),
]

/** In each project, and with names that only the other projects have. */
export const mistyped: [file: string, text: string, code: string][] = [
  ['core/planted.ts', `export const planted: number = "text";\n`, 'TS2322'],
  ['dashboard/shell/planted-type.tsx', 'export const planted: number = document.title\n', 'TS2322'],
  ['test/browser/planted-type.ts', 'export const planted: number = document.title\n', 'TS2322'],
]

const silentEvents = ['  // planted', `  'planted.bare': deletedQrCode,`, `  'planted.silent': event(deletedQrCode),`]
export const events = read('schemas/events.ts').replace('export const events = {', (line) =>
  [line, ...silentEvents].join('\n'),
)
export const eventLine = events.split('\n').indexOf(silentEvents[0] ?? '') + 1

/** [file, text, line of the finding, name of the pattern]. */
export const worded: [file: string, text: string, line: number, pattern: string][] = [
  ['core/planted-string.ts', `export const planted = 'Each has one of its own'\n`, 1, 'of its own'],
  [
    'dashboard/shell/planted-text.tsx',
    `export const planted = (\n  <p>It leads nowhere</p>\n)\n`,
    2,
    'leads elsewhere',
  ],
  ['docs/planted-word.md', '# Planted\n\nAdd custom domains.\n', 3, 'custom domain'],
  ['docs/planted.md', '# Planted\n\nRedis is told of it.\n', 3, 'told of'],
  ['core/planted-comment.test.ts', '/** So many\n * in a row. */\nexport const planted = 1\n', 1, 'so many'],
]
