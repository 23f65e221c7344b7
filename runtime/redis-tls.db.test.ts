import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Certificate, createCertificate, hasOpenssl } from '../test/stack/certificates.ts'
import { eventually } from '../test/stack/eventually.ts'
import { startRedisCluster } from '../test/stack/redis-cluster.ts'
import { password, startSentinel, startServersWithTls } from '../test/stack/redis-servers.ts'
import { projectDir } from './project.ts'

if (!hasOpenssl) console.warn('SKIPPED: the tests of Redis with TLS, because openssl is not installed')

const failoverMs = 60_000

/** A separate process, since Node reads the certificates of authorities when it starts. It writes a value for each line. */
const program = `
  const { createInterface } = await import('node:readline')
  const { connectRedis, connectRedisForQueues, whenReady } = await import('./runtime/redis.ts')
  const connections = [connectRedis, connectRedisForQueues].map((connect) => connect(process.env.REDIS_URL, { name: 'test' }))
  for (const redis of connections) redis.on('error', (error) => console.log(error.message, error.lastNodeError?.message))
  const [redis, queue] = connections
  await Promise.all(connections.map(whenReady))
  console.log('ready')
  for await (const value of createInterface({ input: process.stdin })) {
    await queue.set('queued', value)
    while ((await redis.set('key', value).catch(() => '')) !== 'OK') await new Promise((resolve) => setTimeout(resolve, 50))
    console.log('wrote ' + value)
  }
  for (const redis of connections) redis.disconnect()`

/** A process with a connection of each kind, and what it prints. */
function startClient(url: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    cwd: projectDir,
    env: { PATH: process.env['PATH'], REDIS_URL: url, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  return {
    lines,
    write: (value: string) => child.stdin.write(`${value}\n`),
    hasPrinted: (line: string) => eventually(() => expect(lines).toContain(line), failoverMs),
  }
}

describe.skipIf(!hasOpenssl)('with TLS', () => {
  let tls: Certificate
  beforeAll(async () => {
    tls = await createCertificate()
  })
  afterAll(() => tls.remove())

  it('sentinels lead to the primary, also after it is killed, if the authority is known', async () => {
    const [primary, replica] = await startServersWithTls(tls)
    await replica.redis.replicaof('127.0.0.1', primary.port)
    const sentinel = await startSentinel(primary, tls)
    await eventually(async () => expect(await sentinel.redis.call('SENTINEL', 'REPLICAS', 'main')).toHaveLength(1))
    const url = `rediss+sentinel://:${password}@127.0.0.1:${sentinel.port}/main`
    const client = startClient(url, { NODE_EXTRA_CA_CERTS: tls.authority })
    await client.hasPrinted('ready')
    client.write('first')
    await client.hasPrinted('wrote first')
    await eventually(async () => expect(await replica.redis.mget('key', 'queued')).toEqual(['first', 'first']))
    primary.signal('SIGKILL')
    client.write('second')
    await client.hasPrinted('wrote second')
    expect(await replica.redis.mget('key', 'queued')).toEqual(['second', 'second'])

    const stranger = startClient(url, {})
    await eventually(() => expect(stranger.lines.join(' ')).toMatch(/sentinels are unreachable/), failoverMs)
    expect(stranger.lines).not.toContain('ready')
  })

  it('a cluster is used if the authority is known, and otherwise refused', async () => {
    const cluster = await startRedisCluster({ tls })
    onTestFinished(() => cluster.stop())
    expect(cluster.url).toMatch(/^rediss\+cluster:/)
    const client = startClient(cluster.url, { NODE_EXTRA_CA_CERTS: tls.authority })
    await client.hasPrinted('ready')
    client.write('first')
    await client.hasPrinted('wrote first')

    const stranger = startClient(cluster.url, {})
    await eventually(() => expect(stranger.lines.join(' ')).toMatch(/Failed to refresh slots/), failoverMs)
    expect(stranger.lines).not.toContain('ready')
  })
})
