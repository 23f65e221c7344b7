import { type ChildProcess, spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { type Agent, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { inflateSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { createLifecycle, type Lifecycle } from '#runtime/lifecycle.ts'
import type { Sql } from '#runtime/postgres.ts'
import { startWorker } from '#runtime/queues.ts'
import { connectRedisForQueues } from '#runtime/redis.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { type RawClick, rawClickColumns } from '#schemas/clicks.ts'
import type { LinkRecord } from '#schemas/link-record.ts'
import { ackChannel } from '#schemas/queues.ts'
import { ensureBaseDomain } from '#store/ensure-base-domain.ts'
import { createAccount } from '../test/factories/account.ts'
import type { TestStores } from '../test/stack/stores.ts'
import { spoolFolder } from './spool-folder.ts'
import { type Redirector, startRedirector } from './start-redirector.ts'

/** A redirector in this process, on a free port. */
export async function runRedirector({
  config,
  urls,
  log,
}: Pick<TestStores, 'config' | 'urls' | 'log'>): Promise<Redirector & { lifecycle: Lifecycle }> {
  const lifecycle = createLifecycle(log)
  return { ...(await startRedirector({ config, urls, lifecycle, log })), lifecycle }
}

/** A redirector in a process of its own, on a free port. It is killed at the end of the test. */
export async function spawnRedirector(
  { config, urls }: Pick<TestStores, 'config' | 'urls'>,
  settings: Record<string, string>,
): Promise<{ child: ChildProcess; port: number }> {
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: urls.database_url,
    REDIS_URL: urls.redis_url,
    CLICKHOUSE_URL: urls.clickhouse_url,
    DATA_DIR: config.DATA_DIR,
    REDIRECT_PORT: '0',
    LISTEN_HOST: '127.0.0.1',
    ...settings,
  }
  const child = spawn(process.execPath, ['--import', 'tsx', 'redirector/main.ts'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  for await (const line of child.stdout.iterator({ destroyOnReturn: false })) {
    const port = /redirecting on port (\d+)/.exec(String(line))?.[1]
    if (port === undefined) continue
    child.stdout.resume()
    return { child, port: Number(port) }
  }
  throw new Error('the redirector ended before it served')
}

interface Seen {
  status: number | undefined
  headers: IncomingHttpHeaders
  body: string
}

interface VisitOptions {
  method?: string
  host?: string
  headers?: Record<string, string>
  /** Without one the visit has a connection of its own. */
  agent?: Agent
}

/** A visit over HTTP. */
export function visit(
  port: number,
  path: string,
  { method = 'GET', host = 'localhost:8080', headers = {}, agent }: VisitOptions = {},
): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, method, headers: { host, ...headers }, agent: agent ?? false }
    const sent = request(options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks).toString() }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

type LinkInput = Partial<Omit<LinkRecord, 'expires_at' | 'rev' | 'link_id' | 'account_id'>> & {
  expires_at?: Date | null
}

/** Links of one account on the base domain, written to Postgres only. */
export async function linkWriter(sql: Sql, baseDomain: string) {
  const domain_id = await ensureBaseDomain(sql, { BASE_DOMAIN: baseDomain })
  const { id: account_id } = await createAccount(sql)
  return {
    domain_id,
    account_id,
    async insert(code: string, input: LinkInput = {}) {
      const link = {
        url: 'https://example.org/',
        redirect_type: 302,
        forward_query: true,
        tracking_enabled: false,
        expires_at: null,
        ...input,
      }
      const [row] = await sql<{ rev: number }[]>`
        insert into links (id, account_id, domain_id, code, is_custom_alias, rev, url,
          redirect_type, forward_query, tracking_enabled, expires_at)
        values (${uuidv7()}, ${account_id}, ${domain_id}, ${code}, true, nextval('link_rev'), ${link.url},
          ${link.redirect_type}, ${link.forward_query}, ${link.tracking_enabled}, ${link.expires_at})
        returning rev`
      return { domain_id, code, rev: row?.rev ?? 0 }
    },
    async point(code: string, url: string) {
      const [row] = await sql<{ rev: number }[]>`
        update links set url = ${url}, rev = nextval('link_rev')
        where domain_id = ${domain_id} and code = ${code}
        returning rev`
      return { domain_id, code, rev: row?.rev ?? 0 }
    },
  }
}

/** Plays the workers: takes every batch of clicks, and says that it is stored. */
export function storeClicks({ urls, log }: Pick<TestStores, 'urls' | 'log'>) {
  const stored = new Map<string, RawClick[]>()
  const connection = connectRedisForQueues(urls.redis_url, { name: 'test' })
  const publisher = connectRedisForQueues(urls.redis_url, { name: 'test' })
  const worker = startWorker('clicks', connection, { concurrency: 4, log }, async (job) => {
    const lines = inflateSync(Buffer.from(job.tsv, 'base64')).toString().trimEnd().split('\n')
    stored.set(job.batch_id, lines.map(readLine))
    await publisher.publish(ackChannel(job.reply_to), job.batch_id)
  })
  return {
    clicks: () => [...stored.values()].flat(),
    async close() {
      await worker.close()
      connection.disconnect()
      publisher.disconnect()
    },
  }
}

/** The segments on disk. */
export async function spooled({ config }: Pick<TestStores, 'config'>, instance = 0): Promise<string[]> {
  return (await readdir(spoolFolder(config.DATA_DIR, instance))).filter((name) => /\.(open|seg)$/.test(name))
}

export function readLine(line: string): RawClick {
  const fields = line.split('\t')
  return Object.fromEntries(rawClickColumns.map((column, at) => [column, fields[at] ?? ''])) as RawClick
}

/** A way to a store that can be cut: connections end, and new ones are refused. */
export async function cuttableWay(url: string) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const store = connect(Number(target.port), target.hostname)
    for (const socket of [client, store]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    client.pipe(store).pipe(client)
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const way = new URL(url)
  way.host = `127.0.0.1:${port}`
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  return { url: way.href, cut, restore: () => listen(port) }
}
