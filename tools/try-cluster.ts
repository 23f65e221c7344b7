import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { demand } from './containers/demand.ts'

/**
 * Starts docker-compose.cluster.yml, visits a link while ClickHouse servers, a Keeper and the workers are killed, and compares
 * the answered visits with the stored clicks one by one, also between the copies of each shard. Needs docker compose.
 * Usage: CLICKHOUSE_CLUSTER_SECRET=<random text> node --import tsx tools/try-cluster.ts [--keep]
 */
const compose = ['docker', 'compose', '-f', 'docker-compose.yml', '-f', 'docker-compose.cluster.yml']
const api = `http://localhost:${process.env['API_PORT'] ?? '3000'}`
const redirector = `http://localhost:${process.env['REDIRECT_PORT'] ?? '8080'}`
const shards = [
  ['clickhouse', 'clickhouse-12'],
  ['clickhouse-21', 'clickhouse-22'],
] as const
/** One after the other. Only with all of its copies can a shard store clicks, so each comes back before the next one goes. */
const killed = ['clickhouse-12', 'keeper-2', 'clickhouse-21', 'workers', 'clickhouse', 'clickhouse-22']
const [beforeMs, awayMs] = [5_000, 20_000]
const visitsAtOnce = 8
const patienceMs = 5 * 60_000

async function tryCluster(): Promise<void> {
  await demand([...compose, 'up', '--detach', '--build'])
  await Promise.all([api, redirector].map((url) => until(() => isReady(url))))
  const { key } = z.object({ key: z.string() }).parse(JSON.parse(await createKey()))
  const code = await createLink(key)
  const answered = await visitWhile(code, killAll)
  await until(async () => (await storedTokens()).size >= answered.size)
  await wait(beforeMs)
  const stored = await storedTokens()
  const missing = [...answered].filter((token) => !stored.has(token))
  const doubled = [...stored].filter(([, copies]) => copies > 1).map(([token]) => token)
  console.log(
    `answered: ${answered.size}, stored: ${stored.size}, missing: ${missing.length}, doubled: ${doubled.length}`,
  )
  const differing = await differingShards()
  if (missing.length + doubled.length > 0) throw new Error('answered and stored clicks differ')
  if (differing.length > 0) throw new Error(`the copies of a shard differ: ${differing.join(', ')}`)
}

const createKey = () =>
  demand([
    ...[...compose, 'exec', '-T', 'api', 'node', '.cache/apps/current/cli/main.js'],
    ...['keys', 'create', '--name', 'try', '--permissions', 'read,write', '--json'],
  ])

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

async function createLink(key: string): Promise<string> {
  const answer = await fetch(`${api}/api/v1/short-urls`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'https://example.com/page' }),
  })
  return z.object({ data: z.object({ short_code: z.string() }) }).parse(await answer.json()).data.short_code
}

/** The tokens of answered visits. Those of visits without a response may be stored or not. */
async function visitWhile(code: string, run: () => Promise<void>): Promise<Set<string>> {
  const answered = new Set<string>()
  let [number, isOver] = [0, false]
  const visitor = async () => {
    while (!isOver) {
      const token = `try-${number++}`
      const answer = await fetch(`${redirector}/${code}?t=${token}`, {
        redirect: 'manual',
        headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' },
      }).catch(() => null)
      if (answer?.status === 302) answered.add(token)
      await wait(20)
    }
  }
  const visitors = Array.from({ length: visitsAtOnce }, visitor)
  await run().finally(() => {
    isOver = true
  })
  await Promise.all(visitors)
  return answered
}

async function killAll(): Promise<void> {
  for (const service of killed) {
    await wait(beforeMs)
    console.log(`kill ${service}`)
    await demand([...compose, 'kill', service])
    await wait(awayMs)
    await demand([...compose, 'start', service])
    await wait(awayMs)
  }
}

const client = 'clickhouse-client --user waymark --password "$(cat /secrets/clickhouse-password)" --database waymark'

/** Lines of text. The statement must not contain single quotes. */
async function ask(service: string, statement: string): Promise<string[]> {
  const output = await demand([...compose, 'exec', '-T', service, 'sh', '-c', `${client} --query '${statement}'`])
  return output === '' ? [] : output.split('\n')
}

/** How often each token is stored. */
async function storedTokens(): Promise<Map<string, number>> {
  const token = 'extract(destination_url, $$[?&]t=([^&#]+)$$)'
  const lines = await ask('clickhouse', `select ${token} as token, count() from clicks group by token`)
  return new Map(lines.map((line) => line.split('\t')).map(([name = '', copies]) => [name, Number(copies)]))
}

/** Shards whose copies have different clicks, after each has read what it missed. */
async function differingShards(): Promise<string[]> {
  const differing: string[] = []
  for (const copies of shards) {
    const sets: string[] = []
    for (const service of copies) {
      await ask(service, 'system sync replica clicks_local')
      sets.push((await ask(service, 'select count(), groupBitXor(cityHash64(click_id)) from clicks_local')).join())
    }
    console.log(`${copies.join(' and ')}: ${sets.join(' and ')}`)
    if (new Set(sets).size > 1) differing.push(copies.join(' and '))
  }
  return differing
}

async function until(check: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + patienceMs
  while (!(await check())) {
    if (performance.now() > end) return
    await wait(1_000)
  }
}

try {
  await tryCluster()
} finally {
  if (!process.argv.includes('--keep')) await demand([...compose, 'down', '--volumes'])
}
