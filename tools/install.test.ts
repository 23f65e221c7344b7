import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from './root.ts'
import { runCommand } from './run-command.ts'

/** Replaces npm: records each call, and writes the installed packages to node_modules as npm does. */
const npm = `
import { appendFileSync, copyFileSync, existsSync, mkdirSync } from 'node:fs'
appendFileSync('calls.txt', process.argv.slice(2).join(' ') + '\\n')
await new Promise((done) => setTimeout(done, 300))
if (existsSync('broken')) { console.error('npm error code E404'); process.exit(1) }
mkdirSync('node_modules', { recursive: true })
copyFileSync('package-lock.json', 'node_modules/.package-lock.json')
`
/** Larger than any pid on Linux. */
const deadPid = 2 ** 22 + 1
const major = Number(process.versions.node.split('.')[0])

const packageFile = (node: string) => JSON.stringify({ type: 'module', engines: { node } })
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-install-'))
  mkdirSync(join(folder, 'tools'))
  for (const name of ['install.js', 'mend-packages.js']) cpSync(`${root}/tools/${name}`, join(folder, 'tools', name))
  writeFileSync(join(folder, 'package.json'), packageFile('>=18.0'))
  writeFileSync(join(folder, 'npm-cli.js'), npm)
  writeLockfile('1.0.0')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function writeLockfile(version: string, file = 'package-lock.json'): void {
  const optional = { version, optional: true, os: ['plan9'] }
  const packages = { '': {}, 'node_modules/tool': { version }, 'node_modules/tool-plan9': optional }
  if (file !== 'package-lock.json') Reflect.deleteProperty(packages, 'node_modules/tool-plan9')
  writeFileSync(join(folder, file), JSON.stringify({ packages }))
}

const calls = () => (existsSync(join(folder, 'calls.txt')) ? readFileSync(join(folder, 'calls.txt'), 'utf8') : '')

async function start(...options: string[]): Promise<{ code: number | null; output: string }> {
  const env = { ...process.env, npm_execpath: join(folder, 'npm-cli.js') }
  return await runCommand([process.execPath, ...options, 'tools/install.js'], { cwd: folder, env })
}

describe('install', () => {
  it('runs npm ci once, prints one line, and does nothing on the next start', async () => {
    const first = await start()
    expect(first).toMatchObject({ code: 0 })
    expect(first.output).toMatch(/^waymark: installing dependencies \(npm ci\) \.\.\. done in \d+ s\n$/)
    expect(await start()).toMatchObject({ code: 0, output: '' })
    expect(calls()).toBe('ci --include=dev --include=optional --ignore-scripts --no-audit --no-fund\n')
  })

  it('installs again after the lockfile changed', async () => {
    await start()
    writeLockfile('2.0.0')
    expect((await start()).output).toContain('npm ci')
    expect(calls().match(/ci /g)).toHaveLength(2)
  })

  it('accepts packages that npm install has already installed', async () => {
    mkdirSync(join(folder, 'node_modules'))
    writeLockfile('1.0.0', 'node_modules/.package-lock.json')
    expect(await start()).toMatchObject({ code: 0, output: '' })
    expect(calls()).toBe('')
  })

  it('does not accept packages for another platform', async () => {
    mkdirSync(join(folder, 'node_modules'))
    cpSync(join(folder, 'package-lock.json'), join(folder, 'node_modules/.package-lock.json'))
    await start()
    expect(calls()).not.toBe('')
  })

  it('stops if a package has another text than its mends expect', async () => {
    mkdirSync(join(folder, 'node_modules/postgres/src'), { recursive: true })
    writeFileSync(join(folder, 'node_modules/postgres/src/connection.js'), 'another version\n')
    const { code, output } = await start()
    expect(code).toBe(1)
    expect(output).toMatch(/tools\/mend-packages\.js does not fit node_modules\/postgres\/src\/connection\.js\.\n$/)
  })

  it('installs once if two starts run at the same time', async () => {
    const both = await Promise.all([start(), start()])
    expect(both).toMatchObject([{ code: 0 }, { code: 0 }])
    expect(calls().match(/ci /g)).toHaveLength(1)
  })

  it('continues after a start that was killed', async () => {
    mkdirSync(join(folder, '.cache/install.lock'), { recursive: true })
    writeFileSync(join(folder, '.cache/install.lock/pid'), String(deadPid))
    expect((await start()).output).toContain('done')
  })

  it('shows the output of npm if it fails, and tries again on the next start', async () => {
    writeFileSync(join(folder, 'broken'), '')
    const failed = await start()
    expect(failed.code).toBe(1)
    expect(failed.output).toContain('npm error code E404')
    rmSync(join(folder, 'broken'))
    expect(await start()).toMatchObject({ code: 0 })
  })

  it.each([
    ['>=9999.0', '9999.0'],
    ['^9998.1.0 || >=9999.2.0', '9998.1.0, or 9999.2.0'],
    [`^${major}.999.0 || >=9999.0.0`, `${major}.999.0, or 9999.0.0`],
    [`^${major - 1}.0.0 || >=${major + 1}.0.0`, `${major - 1}.0.0, or ${major + 1}.0.0`],
  ])('prints one sentence if the version of Node does not match %s', async (range, needed) => {
    writeFileSync(join(folder, 'package.json'), packageFile(range))
    const { code, output } = await start()
    expect(output).toBe(`Waymark needs Node ${needed} or newer; this is ${process.versions.node}.\n`)
    expect(code).toBe(1)
  })

  it.each([`^${major}.0.0 || >=9999.0.0`, `^9998.0.0 || >=${major}.0.0`])('accepts Node %s', async (range) => {
    writeFileSync(join(folder, 'package.json'), packageFile(range))
    expect(await start()).toMatchObject({ code: 0 })
  })

  it('rejects Node 18, which is outside the range in package.json', async () => {
    cpSync(`${root}/package.json`, join(folder, 'package.json'))
    const old = `Object.defineProperty(process.versions, 'node', { value: '18.20.8' })`
    writeFileSync(join(folder, 'old-node.mjs'), old)
    const { output } = await start('--import', './old-node.mjs')
    expect(output).toBe('Waymark needs Node 20.19.0, or 22.12.0 or newer; this is 18.20.8.\n')
  })
})
