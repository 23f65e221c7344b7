import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { onTestFinished } from 'vitest'
import { plain } from '../../embedded/environment.ts'
import { freePort } from '../../embedded/ports.ts'
import { findRedis } from '../../embedded/redis/find-redis.ts'
import type { Certificate } from './certificates.ts'
import { eventually } from './eventually.ts'

export const password = 'test-password'

export interface RedisServer {
  port: number
  /** A connection to this server only. */
  redis: Redis
  signal(signal: NodeJS.Signals): void
  stop(): Promise<void>
}

interface Options {
  flags?: readonly string[]
  tls?: Certificate | undefined
}

/** A separate server with these lines in its settings. It is not restarted when it is killed. */
export async function startRedisServer(
  lines: readonly string[],
  { flags = [], tls }: Options = {},
): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-redis-'))
  const port = await freePort()
  const file = join(folder, 'redis.conf')
  await writeFile(file, [...listen(port, tls), 'bind 127.0.0.1', `dir ${folder}`, 'save ""', ...lines, ''].join('\n'))
  const { command, env } = await findRedis(folder, undefined, () => undefined)
  const child = spawn(command, [file, ...flags], { env: { ...plain(), ...env }, stdio: 'ignore' })
  const redis = new Redis({
    port,
    retryStrategy: () => 100,
    ...(lines.includes(secured[0] as string) && { password }),
    ...(tls && { tls: { ca: await readFile(tls.authority) } }),
  })
  redis.on('error', () => undefined)
  await eventually(() => redis.ping())
  return {
    port,
    redis,
    signal: (signal) => child.kill(signal),
    async stop() {
      redis.disconnect()
      await end(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const listen = (port: number, tls: Certificate | undefined): string[] =>
  tls === undefined
    ? [`port ${port}`]
    : [
        'port 0',
        `tls-port ${port}`,
        `tls-cert-file ${tls.certificate}`,
        `tls-key-file ${tls.key}`,
        `tls-ca-cert-file ${tls.authority}`,
        'tls-auth-clients no',
        'tls-replication yes',
        'tls-cluster yes',
      ]

/** Also one that was stopped with SIGSTOP. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

/** The settings of servers that replace each other: they have the same password. */
export const secured = [`requirepass ${password}`, `masterauth ${password}`, 'repl-diskless-sync-delay 0']

/** Two servers with TLS, which stop after the test. */
export async function startServersWithTls(tls: Certificate): Promise<[RedisServer, RedisServer]> {
  const servers = await Promise.all([startRedisServer(secured, { tls }), startRedisServer(secured, { tls })])
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.stop()))))
  return servers
}

/** A sentinel that lets a replica take over from a silent primary, and stops after the test. */
export async function startSentinel(primary: RedisServer, tls?: Certificate): Promise<RedisServer> {
  const sentinel = await startRedisServer(
    [
      `sentinel monitor main 127.0.0.1 ${primary.port} 1`,
      `sentinel auth-pass main ${password}`,
      'sentinel down-after-milliseconds main 1000',
      'sentinel failover-timeout main 3000',
    ],
    { flags: ['--sentinel'], tls },
  )
  onTestFinished(() => sentinel.stop())
  return sentinel
}
