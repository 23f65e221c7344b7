import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readlink, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stackFile } from '../../runtime/store-urls.ts'
import { eventually } from '../stack/eventually.ts'
import { openToOthers } from '../stack/open-to-others.ts'
import {
  Bench,
  childPid,
  freePorts,
  isListening,
  isRoot,
  type Launcher,
  type Ports,
  processesNaming,
  until,
} from './launcher.ts'
import { onPostgres, useStores } from './queries.ts'

const names = ['postgres', 'redis', 'clickhouse', 'tiny', 'idle-0', 'idle-1']
const working = { postgres: { major: 18, name: 'waymark' }, redis: 'yes', clickhouse: 'stored' }

describe('a running launcher', () => {
  let bench: Bench
  let dataDir: string
  let ports: Ports
  let launcher: Launcher

  beforeAll(async () => {
    bench = await Bench.open()
    dataDir = await bench.dataDir('one')
    ports = { ...(await freePorts()), METRICS_PORT_WORKERS: '4100' }
    launcher = bench.start(dataDir, 'tiny', ports)
    await launcher.ready()
  })
  afterAll(() => bench.close())

  const pids = () => Object.fromEntries(names.map((name) => [name, childPid(dataDir, name)]))

  it('warns about running as root', () => {
    expect(launcher.stdout.includes('Waymark runs as root')).toBe(isRoot)
  })

  it('passes the URLs of its stores to the apps', async () => {
    const urls = await launcher.ready()
    const told = await (await fetch(`http://127.0.0.1:${ports.API_PORT}/settings`)).json()
    expect(told).toEqual({
      DATABASE_URL: urls.database_url,
      REDIS_URL: urls.redis_url,
      CLICKHOUSE_URL: urls.clickhouse_url,
      INSTANCE: 0,
    })
  })

  it('passes the configured internal port to the first of several processes, and the next ports to the others', async () => {
    const readLog = (name: string) => readFileSync(join(dataDir, 'logs', `${name}.log`), 'utf8')
    // An app without a public port counts as started before it has printed anything.
    await eventually(() => {
      expect([readLog('idle-0'), readLog('idle-1')]).toEqual(['internal port 4100\n', 'internal port 4101\n'])
    })
  })

  it('runs every store ready for queries', async () => {
    expect(await useStores(await launcher.ready())).toEqual(working)
  })

  it.each(names)('restarts a killed %s while everything else keeps running', async (name) => {
    const before = pids()
    process.kill(before[name] ?? 0, 'SIGKILL')
    await until(60_000, () => launcher.stdout.includes(`${name} is running again`) || `${name} is not back`)
    const after = pids()
    expect(after[name]).not.toBe(before[name])
    expect({ ...after, [name]: 0 }).toEqual({ ...before, [name]: 0 })
    expect(await useStores(await launcher.ready())).toEqual(working)
  })

  it('keeps everything in its data folder, and what its programs will create, to its user', async () => {
    expect(await useStores(await launcher.ready())).toEqual(working)
    expect(await openToOthers(dataDir)).toEqual([])
    for (const pid of [launcher.pid, ...Object.values(pids())]) {
      expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Umask:\s+0077$/m)
    }
  })

  it('rejects a second launcher on its data folder, in one sentence', async () => {
    const second = bench.start(dataDir, 'none', await freePorts())
    expect(await second.ended).toBe(1)
    expect(second.stderr).toMatch(/^Waymark is already running on .+ \(process \d+\)\..+\n$/)
    expect(second.stderr).toContain(`process ${launcher.pid})`)
    expect(await useStores(await launcher.ready())).toEqual(working)
  })

  it('recovers automatically when it is started again after being killed', async () => {
    const { database_url } = await launcher.ready()
    await onPostgres(database_url, (sql) => sql`create table kept as select 42 as n`)
    const before = pids()
    launcher.kill()
    await launcher.ended
    launcher = bench.start(dataDir, 'tiny', ports)
    const urls = await launcher.ready()
    const after = pids()
    for (const name of names) expect(after[name], name).not.toBe(before[name])
    const running = processesNaming(dataDir).map(({ pid }) => pid)
    for (const pid of Object.values(before)) expect(running).not.toContain(pid)
    const [row] = await onPostgres(urls.database_url, (sql) => sql`select n from kept`)
    expect(row).toEqual({ n: 42 })
    expect(await useStores(urls)).toEqual(working)
  })

  it('runs next to another launcher with other ports and another data folder', async () => {
    const mine = pids()
    const other = bench.start(await bench.dataDir('two'), 'tiny', await freePorts())
    const theirs = await other.ready()
    expect(await useStores(theirs)).toEqual(working)
    expect(await useStores(await launcher.ready())).toEqual(working)
    other.interrupt()
    expect(await other.ended).toBe(0)
    expect(pids()).toEqual(mine)
    expect(await useStores(await launcher.ready())).toEqual(working)
  })

  it('leaves no process, port or stack file after Ctrl-C, however often it is pressed', async () => {
    const urls = await launcher.ready()
    const before = launcher.stdout.length
    launcher.interrupt()
    launcher.interrupt()
    await until(30_000, () => launcher.stdout.includes('Stopping') || 'not stopping')
    // In its last moments, after the stores have stopped, Node.js no longer handles signals.
    if (await isListening(urls.database_url)) launcher.interrupt()
    expect(await launcher.ended).toBe(0)
    expect(launcher.stderr).toBe('')
    expect(processesNaming(dataDir)).toEqual([])
    const { database_url, redis_url, clickhouse_url } = urls
    const addresses = [database_url, redis_url, clickhouse_url, `http://127.0.0.1:${ports.API_PORT}`]
    for (const address of addresses) expect(await isListening(address), address).toBe(false)
    expect(existsSync(stackFile(dataDir))).toBe(false)
    // Ctrl-C reached only the launcher, which stops the others itself.
    expect(launcher.stdout.slice(before)).toBe('Stopping...\n')
  })
})

describe('a start', () => {
  let bench: Bench
  beforeAll(async () => {
    bench = await Bench.open()
  })
  afterAll(() => bench.close())

  it.skipIf(!isRoot)(
    'as root below a folder that only root can enter stores Postgres data where its own user has access',
    async () => {
      const dataDir = join(bench.folder, 'private', 'data')
      await mkdir(join(bench.folder, 'private'), { mode: 0o700 })
      const launcher = bench.start(dataDir, 'none', await freePorts())
      try {
        expect(await useStores(await launcher.ready())).toEqual(working)
        launcher.interrupt()
        expect(await launcher.ended).toBe(0)
        const again = bench.start(dataDir, 'none', await freePorts())
        expect(await useStores(await again.ready())).toEqual(working)
        again.interrupt()
        expect(await again.ended).toBe(0)
      } finally {
        await rm(dirname(await readlink(join(dataDir, 'pg18'))), { recursive: true })
      }
    },
  )

  it('that is interrupted early leaves nothing behind', async () => {
    const dataDir = await bench.dataDir('early')
    const launcher = bench.start(dataDir, 'none', await freePorts())
    await until(60_000, () => launcher.stdout.includes('Starting PostgreSQL') || 'not starting')
    launcher.interrupt()
    expect(await launcher.ended).toBe(0)
    expect(processesNaming(dataDir)).toEqual([])
  })

  it('fails with one sentence and the last log lines if an app cannot start', async () => {
    const dataDir = await bench.dataDir('broken')
    const launcher = bench.start(dataDir, 'broken', await freePorts())
    expect(await launcher.ended).toBe(1)
    const [sentence, ...log] = launcher.stderr.trim().split('\n')
    expect(sentence).toMatch(/^broken exited with code 3 before it was ready\. See the log: .+broken\.log$/)
    expect(log).toEqual(['broken: this app always fails'])
    expect(processesNaming(dataDir)).toEqual([])
  })
})
