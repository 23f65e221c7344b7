import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { builtProgram } from '#runtime/project.ts'
import { stackFile } from '#runtime/store-urls.ts'
import { makeBaseImage } from './containers/base-image.ts'
import { demand } from './containers/demand.ts'
import { root } from './root.ts'

/**
 * Builds the image and runs its processes as containers on the embedded stores: migrates, creates a link, visits it, replaces
 * the redirector under load, and counts. Needs root, and podman, buildah, runc and debootstrap.
 * Usage: node --import tsx tools/try-containers.ts [--keep-image]
 */
const image = 'waymark:local'
const ports = { API_PORT: '3481', REDIRECT_PORT: '8481', METRICS_PORT_WORKERS: '9481' }
const api = `http://127.0.0.1:${ports.API_PORT}`
const patienceMs = 120_000
const loadMs = 4_000
const visitsAtOnce = 8

const folder = mkdtempSync(join(tmpdir(), 'waymark-containers-'))
const stores = spawn(process.execPath, [builtProgram('embedded/main.ts'), '--stores-only'], {
  cwd: root,
  env: { ...process.env, DATA_DIR: join(folder, 'data') },
  stdio: 'ignore',
})
const running = new Set<string>()

async function tryContainers(): Promise<void> {
  await step('base image', () => makeBaseImage(folder))
  if (!process.argv.includes('--keep-image')) await step('image', buildImage)
  const bytes = Number(await demand(['podman', 'image', 'inspect', '--format', '{{.Size}}', image]))
  console.log(`size of the image: ${Math.round(bytes / 1_000_000)} MB`)
  await until(async () => existsSync(stackFile(join(folder, 'data'))))
  await step('migrate', () => runToEnd(['cli/main.js', 'migrate']))
  await step('start', startAll)
  const key = z
    .object({ key: z.string() })
    .parse(JSON.parse(await inApi(['keys', 'create', '--name', 'try', '--permissions', 'read,write', '--json']))).key
  const { id, short_code } = await createLink(key)
  const answered = await step('visits, with the redirector replaced', () => visitWhileReplaced(short_code))
  await step('count', () => until(async () => (await countOf(key, id)) >= answered))
  const counted = await countOf(key, id)
  console.log(`answered: ${answered}, stored: ${counted}`)
  if (counted !== answered) throw new Error('answered and stored clicks differ')
  for (const name of [...running]) await step(`stop ${name}`, () => stop(name))
}

const buildImage = () => demand(['buildah', 'bud', '--isolation=chroot', '--format', 'docker', '--tag', image, root])

async function step<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  const start = performance.now()
  const result = await run()
  console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
  return result
}

async function startAll(): Promise<void> {
  await Promise.all([start('api', '1'), start('redirector', '1'), start('workers', '1')])
  await Promise.all([isReady(ports.API_PORT), isReady(ports.REDIRECT_PORT), isReady(ports.METRICS_PORT_WORKERS)])
}

const options = ['--runtime=runc', 'run', '--network=host', '--ulimit=nofile=1024:1024', '--ulimit=nproc=1000:1000']

/** One volume for each kind of process: the next redirector finds the clicks of the one before. */
async function start(app: string, instance: string): Promise<void> {
  const name = `waymark-try-${app}-${instance}`
  await demand([
    'podman',
    ...options,
    '--detach',
    '--name',
    name,
    `--volume=waymark-try-${app}:/data`,
    ...settings(app),
    image,
    'node',
    `.cache/apps/current/${app}/main.js`,
  ])
  running.add(name)
}

const runToEnd = (command: string[]) =>
  demand([
    'podman',
    ...options,
    '--rm',
    ...settings('api'),
    image,
    'node',
    `.cache/apps/current/${command[0]}`,
    ...command.slice(1),
  ])

function settings(app: string): string[] {
  const urls = storeUrls.parse(JSON.parse(readFileSync(stackFile(join(folder, 'data')), 'utf8')))
  const health = { api: ports.API_PORT, redirector: ports.REDIRECT_PORT }[app] ?? ports.METRICS_PORT_WORKERS
  const env: Record<string, string | undefined> = {
    ...ports,
    HEALTH_PORT: health,
    BASE_URL: api,
    BASE_DOMAIN: `127.0.0.1:${ports.REDIRECT_PORT}`,
    ENCRYPTION_KEY: 'a key of a trial that is long enough',
    DATABASE_URL: urls.database_url,
    REDIS_URL: urls.redis_url,
    CLICKHOUSE_URL: urls.clickhouse_url,
  }
  return Object.entries(env).map(([name, value]) => `--env=${name}=${value}`)
}

const inApi = (args: string[]) => demand(['podman', 'exec', 'waymark-try-api-1', 'waymark', ...args])

async function stop(name: string): Promise<void> {
  await demand(['podman', 'stop', '--time', '30', name])
  const code = await demand(['podman', 'inspect', '--format', '{{.State.ExitCode}}', name])
  await demand(['podman', 'rm', name])
  running.delete(name)
  if (code !== '0') throw new Error(`${name} exited with ${code}`)
}

const storeUrls = z.object({ database_url: z.string(), redis_url: z.string(), clickhouse_url: z.string() })
const linkReply = z.object({ data: z.object({ id: z.string(), short_code: z.string(), click_count: z.int() }) })

async function call(key: string, path: string, body?: object) {
  const answer = await fetch(`${api}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return linkReply.parse(await answer.json()).data
}

const createLink = (key: string) => call(key, '/short-urls', { url: 'https://example.com/' })
const countOf = async (key: string, id: string) => (await call(key, `/short-urls/${id}`)).click_count

/** Returns the number of answered visits. Between the two redirectors, visits find no server. */
async function visitWhileReplaced(code: string): Promise<number> {
  let [answered, isOver] = [0, false]
  const visitor = async () => {
    while (!isOver) {
      const answer = await fetch(`http://127.0.0.1:${ports.REDIRECT_PORT}/${code}`, {
        redirect: 'manual',
        headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' },
      }).catch(() => null)
      if (answer?.status === 302) answered += 1
      else await wait(20)
    }
  }
  const visitors = Array.from({ length: visitsAtOnce }, visitor)
  await wait(loadMs)
  await stop('waymark-try-redirector-1')
  await start('redirector', '2')
  await isReady(ports.REDIRECT_PORT)
  await wait(loadMs)
  isOver = true
  await Promise.all(visitors)
  return answered
}

const isReady = (port: string) =>
  until(() =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )

async function until(check: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + patienceMs
  while (!(await check())) {
    if (performance.now() > end) throw new Error('nothing changed within two minutes')
    await wait(100)
  }
}

try {
  await tryContainers()
} finally {
  for (const name of running) await demand(['podman', 'rm', '--force', '--time', '5', name])
  stores.kill('SIGTERM')
  await once(stores, 'exit')
  rmSync(folder, { recursive: true, force: true })
}
