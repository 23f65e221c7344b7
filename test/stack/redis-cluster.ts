import type { Redis } from 'ioredis'
import { freePort } from '../../embedded/ports.ts'
import type { Certificate } from './certificates.ts'
import { eventually } from './eventually.ts'
import { password, type RedisServer, secured, startRedisServer } from './redis-servers.ts'

const slots = 16_384
const mastersMost = 3
/** How long a node is silent before its replica takes over. */
const nodeTimeoutMs = 2_000

export interface RedisCluster {
  url: string
  masters: RedisServer[]
  /** The replica with the same index takes over from a master. */
  replicas: RedisServer[]
  stop(): Promise<void>
}

/** Three masters, each with a replica. */
export async function startRedisCluster({ tls }: { tls?: Certificate } = {}): Promise<RedisCluster> {
  const servers = await Promise.all(Array.from({ length: 2 * mastersMost }, () => startNode(tls)))
  const [masters, replicas] = [servers.slice(0, mastersMost), servers.slice(mastersMost)]
  const stop = async () => void (await Promise.all(servers.map((server) => server.stop())))
  try {
    await join(masters, replicas)
  } catch (error) {
    await stop()
    throw error
  }
  const hosts = masters.map(({ port }) => `127.0.0.1:${port}`)
  return { url: `${tls ? 'rediss' : 'redis'}+cluster://:${password}@${hosts.join(',')}`, masters, replicas, stop }
}

const startNode = async (tls?: Certificate) =>
  startRedisServer(
    [
      ...secured,
      'cluster-enabled yes',
      `cluster-port ${await freePort()}`,
      `cluster-node-timeout ${nodeTimeoutMs}`,
      'appendonly yes',
    ],
    { tls },
  )

async function join(masters: readonly RedisServer[], replicas: readonly RedisServer[]): Promise<void> {
  const all = [...masters, ...replicas]
  const [first] = all
  for (const { redis, port } of all.slice(1)) {
    await first?.redis.call('CLUSTER', 'MEET', '127.0.0.1', port, await setting(redis, 'cluster-port'))
  }
  for (const [index, { redis }] of masters.entries()) {
    const [from, to] = [index, index + 1].map((step) => Math.floor((step * slots) / masters.length))
    await redis.call('CLUSTER', 'ADDSLOTSRANGE', from ?? 0, (to ?? 0) - 1)
  }
  await eventually(async () => {
    for (const { redis } of all)
      demand(String(await redis.call('CLUSTER', 'INFO')).includes(`known_nodes:${all.length}`))
  })
  for (const [index, { redis }] of replicas.entries()) {
    const master = String(await masters[index]?.redis.call('CLUSTER', 'MYID'))
    await eventually(() => redis.call('CLUSTER', 'REPLICATE', master))
  }
  await eventually(async () => {
    for (const { redis } of all) demand(String(await redis.call('CLUSTER', 'INFO')).includes('cluster_state:ok'))
    for (const { redis } of replicas) demand((await redis.info('replication')).includes('master_link_status:up'))
  })
}

async function setting(redis: Redis, name: string): Promise<string> {
  const [, value] = await redis.config('GET', name)
  return value ?? ''
}

function demand(holds: boolean): void {
  if (!holds) throw new Error('the nodes have not joined yet')
}
