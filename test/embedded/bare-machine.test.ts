import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { chown, cp, lchown, mkdir, readdir, realpath, rm, symlink } from 'node:fs/promises'
import { delimiter, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openToOthers } from '../stack/open-to-others.ts'
import {
  Bench,
  freePorts,
  isListening,
  isRoot,
  Launcher,
  nobody,
  processesNaming,
  projectDir,
  until,
} from './launcher.ts'
import { useStores } from './queries.ts'

/** All programs that the product may use. */
const programs = ['node', 'npm', 'apt', 'apt-get', 'apt-cache', 'dpkg', 'sh']
const notCopied = ['.git', 'node_modules', '.data', '.cache']
/** Includes the download of Redis and, with BARE_INSTALL=1, npm ci with an empty cache. */
const firstStartMs = 480_000
const isInstalled = process.env.BARE_INSTALL === '1'
const run = promisify(execFile)

let bench: Bench

beforeAll(async () => {
  bench = await Bench.open()
})
afterAll(() => bench.close())

if (!isRoot) console.warn('SKIPPED: the start on a bare machine runs as another user, which needs root.')

// Packages are copied unless BARE_INSTALL=1: installing them takes a minute, and `.ci/run` begins with it.
it.skipIf(!isRoot)(
  `npm start, as a user with only Node, npm${isInstalled ? '' : ' and the packages'}, starts everything, and Ctrl-C stops everything`,
  async () => {
    const checkout = join(bench.folder, 'checkout')
    await copyCheckout(checkout)
    const dataDir = join(checkout, '.data')
    const home = await ownFolder(join(bench.folder, 'home'))
    const ports = await freePorts()
    const { API_PORT, REDIRECT_PORT } = ports
    const env = {
      PATH: await shortPath(join(bench.folder, 'bin')),
      HOME: home,
      BASE_URL: `http://localhost:${API_PORT}`,
      BASE_DOMAIN: `localhost:${REDIRECT_PORT}`,
      ...ports,
    }
    const launcher = bench.add(
      new Launcher(['/bin/sh', '-c', 'npm start'], { dataDir, env, user: nobody, cwd: checkout }),
    )
    const urls = await launcher.ready(firstStartMs)
    expect(await useStores(urls)).toEqual({
      postgres: { major: 18, name: 'waymark' },
      redis: 'yes',
      clickhouse: 'stored',
    })
    for (const port of [API_PORT, REDIRECT_PORT]) {
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status, `readyz on ${port}`).toBe(200)
    }
    expect((await fetch(await printedSetupLink(launcher))).status, 'the setup page').toBe(200)
    expect(await openToOthers(dataDir)).toEqual([])
    const started = processesNaming(dataDir).map(({ command }) => command)
    for (const name of ['postgres', 'redis', 'clickhouse']) expect(started.join('\n')).toContain(name)
    launcher.interrupt()
    await launcher.ended
    expect(processesNaming(bench.folder)).toEqual([])
    const addresses = [...Object.values(urls), `http://127.0.0.1:${API_PORT}`, `http://127.0.0.1:${REDIRECT_PORT}`]
    for (const address of addresses.filter(isStore)) expect(await isListening(address), address).toBe(false)
  },
)

async function printedSetupLink(launcher: Launcher): Promise<string> {
  let link: string | undefined
  await until(5_000, () => {
    link = /^First run: open (\S+)$/m.exec(launcher.stdout)?.[1]
    return link !== undefined || launcher.stdout
  })
  return link ?? ''
}

const isStore = (address: unknown): address is string => typeof address === 'string' && address.includes('127.0.0.1')

async function copyCheckout(checkout: string): Promise<void> {
  const isCopied = (path: string) => !notCopied.some((name) => relative(projectDir, path).split('/').includes(name))
  await cp(projectDir, checkout, { recursive: true, verbatimSymlinks: true, filter: isCopied })
  await giveAway(checkout)
  if (isInstalled) return
  const packages = join(checkout, 'node_modules')
  await run('cp', ['--archive', join(projectDir, 'node_modules'), packages])
  // The only folder of them that a build writes into; it creates it.
  await rm(join(packages, '.vite-temp'), { recursive: true, force: true })
  await chown(packages, nobody.uid, nobody.gid)
}

async function giveAway(path: string): Promise<void> {
  await chown(path, nobody.uid, nobody.gid)
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    await lchown(join(entry.parentPath, entry.name), nobody.uid, nobody.gid)
  }
}

async function ownFolder(path: string): Promise<string> {
  await mkdir(path)
  await chown(path, nobody.uid, nobody.gid)
  return path
}

/** A PATH with only these programs. */
async function shortPath(folder: string): Promise<string> {
  await mkdir(folder, { mode: 0o755 })
  for (const name of programs) {
    const found = findProgram(name)
    if (found !== undefined) await symlink(await realpath(found), join(folder, name))
  }
  return folder
}

function findProgram(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        // Missing, or not executable for this user.
        return false
      }
    })
}
