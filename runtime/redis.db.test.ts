import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../test/stack/eventually.ts'
import { startRedisCluster } from '../test/stack/redis-cluster.ts'
import { password, secured, startRedisServer } from '../test/stack/redis-servers.ts'
import { projectDir } from './project.ts'
import { connectRedis, connectRedisForQueues, type Redis, whenReady } from './redis.ts'

const failoverMs = 60_000

async function connected(url: string, connect = connectRedis): Promise<Redis> {
  const redis = connect(url, { name: 'test' })
  onTestFinished(() => redis.disconnect())
  await whenReady(redis)
  return redis
}

describe('a cluster', () => {
  it('is written to again after a node is killed, and after one stops responding', async () => {
    const cluster = await startRedisCluster()
    onTestFinished(() => cluster.stop())
    const redis = await connected(cluster.url)
    const keys = Array.from({ length: 60 }, (_, index) => `key-${index}`)
    const writeAll = (value: string) => Promise.all(keys.map((key) => redis.set(key, value)))
    await writeAll('first')
    const seen = await Promise.all(cluster.masters.map((master) => master.redis.dbsize()))
    expect(Math.min(...seen)).toBeGreaterThan(0)

    cluster.masters[0]?.signal('SIGKILL')
    await eventually(() => writeAll('second'), failoverMs)
    cluster.masters[1]?.signal('SIGSTOP')
    await eventually(() => writeAll('third'), failoverMs)
    expect(await Promise.all(keys.map((key) => redis.get(key)))).toEqual(keys.map(() => 'third'))
  })
})

describe('sentinels', () => {
  it('lead to the primary, also after it is killed, and queues continue', async () => {
    const [primary, replica] = await Promise.all([startRedisServer(secured), startRedisServer(secured)])
    onTestFinished(async () => void (await Promise.all([primary.stop(), replica.stop()])))
    await replica.redis.replicaof('127.0.0.1', primary.port)
    const sentinel = await startRedisServer(
      [
        `sentinel monitor main 127.0.0.1 ${primary.port} 1`,
        `sentinel auth-pass main ${password}`,
        'sentinel down-after-milliseconds main 1000',
        'sentinel failover-timeout main 3000',
      ],
      { flags: ['--sentinel'] },
    )
    onTestFinished(() => sentinel.stop())
    await eventually(async () => expect(await sentinel.redis.call('SENTINEL', 'REPLICAS', 'main')).toHaveLength(1))
    const url = `redis+sentinel://:${password}@127.0.0.1:${sentinel.port}/main/1`
    const [redis, queue] = [await connected(url), await connected(url, connectRedisForQueues)]
    await redis.set('key', 'first')
    await eventually(async () => {
      await replica.redis.select(1)
      expect(await replica.redis.get('key')).toBe('first')
    })
    primary.signal('SIGKILL')
    await queue.set('queued', 'second')
    await eventually(() => redis.set('key', 'second'), failoverMs)
    expect([await replica.redis.get('key'), await replica.redis.get('queued')]).toEqual(['second', 'second'])
  })
})

it('a primary that has become a replica is left: the write is sent again on a new connection', async () => {
  const [server, other] = await Promise.all([startRedisServer(secured), startRedisServer(secured)])
  onTestFinished(async () => void (await Promise.all([server.stop(), other.stop()])))
  const redis = await connected(`redis://:${password}@127.0.0.1:${server.port}`)
  await server.redis.replicaof('127.0.0.1', other.port)
  let connections = 0
  redis.on('ready', () => {
    connections += 1
  })
  await expect(redis.set('key', 'value')).rejects.toThrow()
  await eventually(() => expect(connections).toBeGreaterThan(0))
  await server.redis.replicaof('NO', 'ONE')
  await eventually(async () => expect(await redis.set('key', 'value')).toBe('OK'))
})

describe('a cluster with TLS', () => {
  const run = promisify(execFile)
  const hasOpenssl = process.env['PATH']?.split(':').some((folder) => existsSync(join(folder, 'openssl'))) ?? false
  const script = `
    const { connectRedis, whenReady } = await import('./runtime/redis.ts')
    const redis = connectRedis(process.env.REDIS_URL, { name: 'test' })
    redis.on('error', (error) => { console.log(error.message, error.lastNodeError?.message); process.exit(1) })
    await whenReady(redis)
    console.log(await redis.set('key', 'value'))
    redis.disconnect()`

  it.skipIf(!hasOpenssl)(
    'is used if its certificate is signed by a known authority, and otherwise refused',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'waymark-tls-'))
      onTestFinished(() => rm(folder, { recursive: true }))
      const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
      const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost']
      const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-keyout', key, '-out', certificate]
      await run('openssl', ['req', '-x509', '-nodes', '-days', '2', ...subject, ...made])
      const cluster = await startRedisCluster({ tls: { key, certificate } })
      onTestFinished(() => cluster.stop())
      expect(cluster.url).toMatch(/^rediss\+cluster:/)
      const connect = (env: NodeJS.ProcessEnv) =>
        run(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
          cwd: projectDir,
          env: { PATH: process.env['PATH'], REDIS_URL: cluster.url, ...env },
        }).then(
          ({ stdout }) => stdout.trim(),
          ({ stdout }: { stdout: string }) => stdout,
        )
      expect(await connect({ NODE_EXTRA_CA_CERTS: certificate })).toBe('OK')
      expect(await connect({})).toMatch(/Failed to refresh slots/)
    },
  )
})
