import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSdk } from './build-sdk.ts'
import {
  crossed,
  dead,
  eventLine,
  events,
  licensed,
  linted,
  mistyped,
  read,
  statements,
  worded,
} from './planted-faults.fixture.ts'
import { root } from './root.ts'
import { runCommand } from './run-command.ts'
import { listSourceFiles } from './source-files.ts'

/** Copies with planted faults, where each step of the check has to find its faults: of the tree, and of a small part of it. */
const copy = mkdtempSync(join(tmpdir(), 'waymark-gates-'))
const part = mkdtempSync(join(tmpdir(), 'waymark-gates-'))

/** What the check and its step `imports` need, and folders that import no others. */
const partial = [
  /^[^/]+(?<!\.ts)$/,
  /^(cli\/account|sdk)\//,
  /^(core|runtime|schemas)\/.*(?<!\.test\.ts)$/,
  /^api\/openapi\.snapshot\.json$/,
  /^tools\/(build-sdk|check|check-imports|keep-build|model-walls|root|run-command|source-files)\.ts$/,
]

beforeAll(async () => {
  await buildSdk(() => undefined)
  const files = listSourceFiles()
  copyTo(copy, files)
  copyTo(
    part,
    files.filter((file) => partial.some((pattern) => pattern.test(file))),
  )
})

afterAll(() => {
  for (const folder of [copy, part]) rmSync(folder, { recursive: true, force: true })
})

function copyTo(folder: string, files: readonly string[]): void {
  for (const file of files) {
    mkdirSync(dirname(`${folder}/${file}`), { recursive: true })
    cpSync(`${root}/${file}`, `${folder}/${file}`)
  }
  for (const packages of ['node_modules', 'sdk/typescript/node_modules'])
    symlinkSync(`${root}/${packages}`, `${folder}/${packages}`)
  for (const built of ['sdk/typescript/dist', 'sdk/typescript/src/generated', 'sdk/cli/dist'])
    cpSync(`${root}/${built}`, `${folder}/${built}`, { recursive: true })
}

function plant(file: string, text: string, folder = copy): void {
  mkdirSync(dirname(`${folder}/${file}`), { recursive: true })
  writeFileSync(`${folder}/${file}`, text)
}

async function check(steps: readonly string[], cwd = copy): Promise<{ code: number | null; output: string }> {
  return await runCommand([process.execPath, '--import', 'tsx', 'tools/check.ts', ...steps], { cwd })
}

describe('the check', () => {
  it('passes on the current tree', async () => {
    // The other steps run on it before the tests, and take longer.
    const { code, output } = await check(['licenses'])
    expect(output).toContain('check passed')
    expect(code).toBe(0)
  })

  it('rejects an unknown step', async () => {
    const { code, output } = await check(['lnit'])
    expect(output).toContain('Unknown step: lnit')
    expect(code).toBe(1)
  })

  it('fails if nothing was parsed', async () => {
    const config = read('.dependency-cruiser.json')
    const nothing = config.replace('"parser": "swc"', '"parser": "swc", "includeOnly": "^nothing$"')
    plant('.dependency-cruiser.json', nothing, part)
    const { code, output } = await check(['imports'], part)
    plant('.dependency-cruiser.json', config, part)
    expect(output).toContain('the parser is missing and nothing was checked')
    expect(output).toContain('check failed: imports')
    expect(code).toBe(1)
  })
})

it('a breach of the walls around model/ fails the step even if all imports are allowed', async () => {
  const [fault] = statements
  for (const [file, text] of Object.entries(fault?.files ?? {})) plant(file, text, part)
  const { code, output } = await check(['imports'], part)
  const findings = output.split('\n').filter((line) => /^[\w-]+: /.test(line) && !line.startsWith('check failed'))
  expect(findings).toEqual([fault?.finding])
  expect(output).toContain('check failed: imports')
  expect(code).toBe(1)
})

/** Files that import the list of events also report its errors. */
const feelsEvents = (file: string) => file === 'schemas/events.ts' || read(file).includes('#schemas/events.ts')

const steps = ['lint', 'imports', 'dead-code', 'licenses', 'format', 'words']

describe('a check of planted faults', () => {
  let found: Awaited<ReturnType<typeof check>>
  beforeAll(async () => {
    for (const { files } of [...crossed, ...statements, ...dead, ...licensed]) {
      for (const [file, text] of Object.entries(files)) plant(file, text)
    }
    for (const [file, text] of [...linted, ...mistyped, ...worded]) plant(file, text)
    plant('schemas/events.ts', events)
    // The check itself lints the other files.
    const others = listSourceFiles().filter((file) => /\.[jt]sx?$/.test(file) && !feelsEvents(file))
    const linter = read('.oxlintrc.json')
    const ignored = others.map((file) => `    ${JSON.stringify(file)}`).join(',\n')
    plant('.oxlintrc.json', linter.replace(/("ignorePatterns": \[).*\]/, `$1\n${ignored}\n  ]`))
    found = await check(steps)
  })

  /** The lines that a step printed. */
  const said = (step: string): string[] => {
    const parts = found.output.split(/^([a-z-]+) +[\d.]+ s {2}(?:ok|FAILED)$/m)
    return (parts[parts.indexOf(step) + 1] ?? '').split('\n').filter(Boolean)
  }

  it('fails in every step', () => {
    expect(found.code).toBe(1)
    const failed = /^check failed: (.*)$/m.exec(found.output)?.[1]?.split(', ') ?? []
    expect(failed.sort(), found.output).toEqual([...steps].sort())
  })

  it('reports every wall as an error, not as a warning', () => {
    const { forbidden } = JSON.parse(read('.dependency-cruiser.json')) as { forbidden: { severity: string }[] }
    expect(new Set(forbidden.map(({ severity }) => severity))).toEqual(new Set(['error']))
  })

  it.each([...crossed, ...statements])('imports: finds that $what', ({ finding }) => {
    expect(said('imports')).toContain(finding)
  })

  it.each(dead)('dead-code: finds that $what', ({ finding }) => {
    expect(said('dead-code').join('\n')).toContain(finding)
  })

  it.each(licensed)('licenses: finds that $what', ({ finding }) => {
    expect(said('licenses')).toContain(finding)
  })

  it.each(linted)('lint: finds the fault in %s', (file, _text, rule) => {
    const findings = said('lint').filter((line) => line.startsWith(`${file}:`))
    expect(findings.join('\n'), found.output).toContain(`(${rule})`)
  })

  it.each(worded)('words: finds the phrase in %s', (file, _text, line, pattern) => {
    expect(said('words').join('\n')).toContain(`${file}:${line}: ${pattern}: "`)
  })

  it('lint: finds wrong types in each project, and an event without a description', () => {
    const lines = said('lint')
    const typeError = (place: string, code: string) =>
      expect(lines.filter((line) => line.startsWith(`${place}: `)).join('\n')).toContain(`/typescript(${code})]`)
    for (const [file, , code] of mistyped) typeError(`${file}:1:14`, code)
    typeError(`schemas/events.ts:${eventLine + 1}:3`, 'TS2741')
    typeError(`schemas/events.ts:${eventLine + 2}:21`, 'TS2554')
  })

  it('format: finds code that the formatter would change', () => {
    expect(said('format').join('\n')).toContain('core/planted.ts')
  })

  it.each([
    ['lint', /^([\w./-]+):\d+:\d+: /],
    ['imports', /^[\w-]+: (.*)$/],
    ['dead-code', /^(?!Unused |Unlisted )(.*)$/],
    ['licenses', /^(.*): /],
    ['words', /^([\w./-]+):\d+: .* -> /],
    ['format', /^([\w./-]+)(?::\d+:\d+)? (?:format|organizeImports|assist|lint)/],
  ])('%s: finds only planted faults', (step, finding) => {
    const files = said(step).flatMap((line) => finding.exec(line)?.[1] ?? [])
    expect(files.length, found.output).toBeGreaterThan(0)
    expect(files.filter((file) => !/planted/i.test(file) && !feelsEvents(file))).toEqual([])
  })
})
