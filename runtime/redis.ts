import { type RedisOptions as ClientOptions, Cluster, Redis as SingleRedis } from 'ioredis'
import { keepStringsFast } from './fast-strings.ts'

keepStringsFast()

export type Redis = SingleRedis | Cluster

type ConnectionSettings = Pick<
  ClientOptions,
  'connectionName' | 'commandTimeout' | 'enableOfflineQueue' | 'maxRetriesPerRequest' | 'autoResendUnfulfilledCommands'
>

interface ConnectionOptions {
  /** Shown in CLIENT LIST. */
  name: string
}

/** Timeout for commands on the request path. The caller has a fallback, such as Postgres or skipping a check. */
const commandTimeoutMs = 2_000
const reconnectMostMs = 1_000

const reconnect = (attempt: number) => Math.min(50 * attempt, reconnectMostMs)

/** The connection of the request path: while Redis is unavailable, every command fails immediately. */
export function connectRedis(url: string, { name }: ConnectionOptions): Redis {
  return connect(url, {
    connectionName: name,
    commandTimeout: commandTimeoutMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
  })
}

/** The connection of queues and subscriptions: commands wait until Redis is back, as BullMQ requires. */
export function connectRedisForQueues(url: string, { name }: ConnectionOptions): Redis {
  return connect(url, { connectionName: name, maxRetriesPerRequest: null })
}

/** Another connection to the same Redis, for subscriptions. */
export function connectToSubscribe(redis: Redis, { name }: ConnectionOptions): Redis {
  const client = redis instanceof Cluster ? redis.duplicate() : redis.duplicate({ connectionName: name })
  client.on('error', () => undefined)
  return client
}

/** Resolves once commands can be sent. */
export async function whenReady(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return
  await new Promise<void>((resolve) => redis.once('ready', resolve))
}

function connect(url: string, options: ConnectionSettings): Redis {
  const client = url.startsWith('redis+cluster:')
    ? connectCluster(url, options)
    : new SingleRedis(url, { ...options, retryStrategy: reconnect })
  // Without a listener, a lost connection would crash the process. Commands reject anyway, and /readyz shows the state.
  client.on('error', () => undefined)
  return client
}

/** redis+cluster://user:password@host:port,host:port */
function connectCluster(url: string, { enableOfflineQueue = true, ...redisOptions }: ConnectionSettings): Cluster {
  const [, login = '', hosts = ''] = /^redis\+cluster:\/\/(?:([^@]*)@)?([^/]+)/.exec(url) ?? []
  const [username = '', password = ''] = login.split(':').map(decodeURIComponent)
  const nodes = hosts.split(',').map((node) => {
    const [host = '127.0.0.1', port = '6379'] = node.split(':')
    return { host, port: Number(port) }
  })
  return new Cluster(nodes, {
    enableOfflineQueue,
    clusterRetryStrategy: reconnect,
    redisOptions: { ...redisOptions, ...(username && { username }), ...(password && { password }) },
  })
}
