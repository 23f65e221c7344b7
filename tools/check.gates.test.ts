import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { root } from './root.ts'
import { runCommand } from './run-command.ts'
import { listSourceFiles } from './source-files.ts'

/** A copy of the tree in which faults are planted: each has to be found by its step of the check. */
const copy = mkdtempSync(join(tmpdir(), 'waymark-gates-'))
let planted: string[] = []

beforeAll(() => {
  for (const file of listSourceFiles()) restore(file)
  symlinkSync(`${root}/node_modules`, `${copy}/node_modules`)
})

afterEach(() => {
  for (const file of planted) restore(file)
  planted = []
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

function restore(file: string): void {
  rmSync(`${copy}/${file}`, { force: true })
  mkdirSync(dirname(`${copy}/${file}`), { recursive: true })
  if (listSourceFiles().includes(file)) cpSync(`${root}/${file}`, `${copy}/${file}`)
}

function plant(file: string, text: string, change: typeof appendFileSync = writeFileSync): void {
  planted.push(file)
  mkdirSync(dirname(`${copy}/${file}`), { recursive: true })
  change(`${copy}/${file}`, text)
}

async function check(...steps: string[]): Promise<{ code: number | null; output: string }> {
  return await runCommand([process.execPath, '--import', 'tsx', 'tools/check.ts', ...steps], { cwd: copy })
}

async function expectFinding(step: string, finding: string): Promise<void> {
  const { code, output } = await check(step)
  expect(output).toContain(finding)
  expect(output).toContain(`check failed: ${step}`)
  expect(code).toBe(1)
}

describe('the check', () => {
  it('passes on the tree as it is', async () => {
    const { code, output } = await check()
    expect(output).toContain('check passed')
    expect(code).toBe(0)
  })

  it('refuses a step it does not know', async () => {
    const { code, output } = await check('lnit')
    expect(output).toContain('No such step: lnit')
    expect(code).toBe(1)
  })
})

describe('imports', () => {
  it.each(['import { planted } from', 'import type { planted } from', 'export * from'])(
    'finds that the redirector has "%s" the API',
    async (statement) => {
      plant('api/planted.ts', 'export const planted = 1\n')
      plant('redirector/planted.ts', `${statement} '../api/planted.ts'\n`)
      await expectFinding('imports', 'redirector-workers-api-stay-apart: redirector/planted.ts -> api/planted.ts')
    },
  )

  it('finds that a feature of the API imports another one', async () => {
    plant('api/links/planted.ts', 'export const planted = 1\n')
    plant('api/domains/planted.ts', `export { planted } from '../links/planted.ts'\n`)
    await expectFinding('imports', 'api-features-stay-apart: api/domains/planted.ts -> api/links/planted.ts')
  })

  it('finds that model/ imports the API', async () => {
    plant('api/links/planted.ts', 'export const planted = 1\n')
    plant('model/links/planted.ts', `export { planted } from '../../api/links/planted.ts'\n`)
    await expectFinding('imports', 'model-imports-core-runtime-schemas: model/links/planted.ts -> api/links/planted.ts')
  })

  it.each(['api/links', 'workers/clicks', 'redirector'])('finds a statement in %s', async (folder) => {
    const file = `${folder}/planted.ts`
    const statement = 'select 1 as one'
    plant(
      file,
      `import type { Sql } from '#runtime/postgres.ts'\nexport const planted = (sql: Sql) => sql\`${statement}\`\n`,
    )
    await expectFinding('imports', `statements-are-in-model: ${file}`)
    plant(file, `export const planted = 'delete from links where true'\n`)
    await expectFinding('imports', `statements-are-in-model: ${file}`)
  })

  it('finds a function of the API that is called like one of model/', async () => {
    plant('api/links/planted.ts', 'export const planted = () => 1\n')
    plant('model/links/planted.ts', 'export async function planted() {}\n')
    await expectFinding(
      'imports',
      'api-and-model-share-no-name: planted in api/links/planted.ts and model/links/planted.ts',
    )
  })

  it('finds a wall crossed through a # path', async () => {
    plant('schemas/planted.ts', `import { readConfig } from '#runtime/config.ts'\nreadConfig({})\n`)
    await expectFinding('imports', 'schemas-import-zod-only: schemas/planted.ts -> runtime/config.ts')
  })

  it('finds input and output in core', async () => {
    plant('core/planted.ts', `import { readFileSync } from 'node:fs'\nreadFileSync('x')\n`)
    await expectFinding('imports', 'core-is-pure: core/planted.ts -> fs')
  })

  it('finds a circle', async () => {
    plant('core/planted-a.ts', `export { b } from './planted-b.ts'\nexport const a = 1\n`)
    plant('core/planted-b.ts', `export { a } from './planted-a.ts'\nexport const b = 1\n`)
    await expectFinding('imports', 'no-circular: core/planted-a.ts -> core/planted-b.ts')
  })

  it('does not read "nothing parsed" as "nothing wrong"', async () => {
    const config = readFileSync(`${root}/.dependency-cruiser.json`, 'utf8')
    plant('.dependency-cruiser.json', config.replace('"parser": "swc"', '"parser": "swc", "includeOnly": "^nothing$"'))
    await expectFinding('imports', 'the parser is missing and nothing was checked')
  })
})

describe('dead code', () => {
  it('finds an export that nobody uses', async () => {
    plant('runtime/config.ts', '\nexport const plantedUnused = 1\n', appendFileSync)
    await expectFinding('dead-code', 'plantedUnused')
  })

  it('finds a file that nobody uses', async () => {
    plant('core/planted.ts', 'export const planted = 1\n')
    await expectFinding('dead-code', 'core/planted.ts')
  })

  it('finds a dependency that nobody uses', async () => {
    const packageFile = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { dependencies: object }
    const dependencies = { ...packageFile.dependencies, 'planted-unused': '1.0.0' }
    plant('package.json', `${JSON.stringify({ ...packageFile, dependencies }, null, 2)}\n`)
    await expectFinding('dead-code', 'planted-unused')
  })
})

describe('lint', () => {
  const queue = `import type { Queue } from 'bullmq'\n\nexport async function planted(queue: Queue): Promise<void> {`
  const faults: [file: string, text: string, rule: string][] = [
    ['workers/forgotten.ts', `${queue}\n  queue.add('name', {})\n}\n`, 'no-floating-promises'],
    ['model/environment.ts', 'export const planted = process.env.HOME\n', 'no-process-env'],
    [
      'model/env.ts',
      `import { env } from 'node:process'\n\nexport const planted = env.HOME\n`,
      'no-restricted-imports',
    ],
    ['model/any.ts', 'export const planted = (x: any) => x\n', 'no-explicit-any'],
    ['model/null.ts', 'export const planted = (x: string | null) => x!\n', 'no-non-null-assertion'],
    ['model/equal.ts', 'export const planted = (x: unknown) => x == 1\n', 'eqeqeq'],
    ['model/print.ts', `export const planted = () => console.log('x')\n`, 'no-console'],
    ['model/url.ts', `export const planted = URL.canParse('x')\n`, 'no-restricted-properties'],
    ['model/long.ts', '// a line\n'.repeat(251), 'max-lines'],
    ...['#runtime/config.ts', '../../api/app.ts', 'node:fs'].map((path, index): [string, string, string] => [
      `dashboard/shell/reach-${index}.tsx`,
      `import * as planted from '${path}'\n\nexport { planted }\n`,
      'no-restricted-imports',
    ]),
  ]
  let output: string
  beforeAll(async () => {
    for (const [file, text] of faults) plant(file, text)
    output = (await check('lint')).output
  })

  it.each(faults)('finds what is wrong with %s', (file, _text, rule) => {
    const findings = output.split('\n').filter((line) => line.startsWith(`${file}:`))
    expect(findings.join('\n'), output).toContain(`(${rule})`)
    expect(output).toContain('check failed: lint')
  })
})

describe('the other steps', () => {
  it('types: finds a wrong type', async () => {
    plant('core/planted.ts', `export const planted: number = 'text'\n`)
    await expectFinding('types', 'core/planted.ts')
  })

  it('types: finds an event without a description', async () => {
    const list = readFileSync(`${root}/schemas/events.ts`, 'utf8')
    const entries = ['  // planted', `  'planted.bare': deletedQrCode,`, `  'planted.silent': event(deletedQrCode),`]
    const plantedList = list.replace('export const events = {', (line) => [line, ...entries].join('\n'))
    plant('schemas/events.ts', plantedList)
    const { output } = await check('types')
    const line = plantedList.split('\n').indexOf('  // planted') + 1
    expect(output).toContain(`schemas/events.ts(${line + 1},3): error TS2741`)
    expect(output).toContain(`schemas/events.ts(${line + 2},21): error TS2554: Expected 2 arguments, but got 1`)
  })

  it('format: finds what the formatter would write otherwise', async () => {
    plant('core/planted.ts', 'export const planted = "text";\n')
    await expectFinding('format', 'core/planted.ts')
  })

  it.each(['GPL-3.0-or-later', 'AGPL-3.0', 'MIT AND GPL-2.0-only', 'SEE LICENSE IN TERMS'])(
    'licences: refuses a dependency under %s',
    async (license) => {
      const lockfile = JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8')) as { packages: object }
      const packages = { ...lockfile.packages, 'node_modules/planted': { version: '1.0.0', license } }
      plant('package-lock.json', JSON.stringify({ ...lockfile, packages }))
      await expectFinding('licences', `node_modules/planted: ${license}`)
    },
  )

  it('licences: refuses a dependency without one', async () => {
    const lockfile = JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8')) as { packages: object }
    plant(
      'package-lock.json',
      JSON.stringify({ packages: { ...lockfile.packages, 'node_modules/planted': { version: '1.0.0' } } }),
    )
    await expectFinding('licences', 'node_modules/planted: no licence')
  })
})
