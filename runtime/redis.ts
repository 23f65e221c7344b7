import { type RedisOptions as ClientOptions, Cluster, Redis as SingleRedis } from 'ioredis'
import { keepStringsFast } from './fast-strings.ts'
import { parseRedisUrl, type RedisAddress } from './redis-url.ts'

keepStringsFast()

export type Redis = SingleRedis | Cluster

type ConnectionSettings = Pick<
  ClientOptions,
  | 'connectionName'
  | 'commandTimeout'
  | 'socketTimeout'
  | 'enableOfflineQueue'
  | 'enableReadyCheck'
  | 'maxRetriesPerRequest'
  | 'autoResendUnfulfilledCommands'
>

interface ConnectionOptions {
  /** Shown in CLIENT LIST. */
  name: string
}

/** Timeout for commands on the request path. The caller has a fallback, such as Postgres or skipping a check. */
const commandTimeoutMs = 2_000
/**
 * A connection without any response for this long, while commands wait for one, is replaced. A server that stops responding
 * closes no connection, and TCP would notice it only after 15 minutes.
 */
const silenceMostMs = 5_000
/** The same for queues, whose workers let Redis wait 10 s for a job. */
const queueSilenceMostMs = 15_000
const reconnectMostMs = 1_000
/** Without being told, a client would not notice that another node has taken over from one that is silent. */
const refreshSlotsMs = 2_000

const reconnect = (attempt: number) => Math.min(50 * attempt, reconnectMostMs)

/** The connection of the request path: while Redis is unavailable, every command fails immediately. */
export function connectRedis(url: string, { name }: ConnectionOptions): Redis {
  return connect(url, {
    connectionName: name,
    commandTimeout: commandTimeoutMs,
    socketTimeout: silenceMostMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
  })
}

/** The connection of queues and subscriptions: commands wait until Redis is back, as BullMQ requires. */
export function connectRedisForQueues(url: string, { name }: ConnectionOptions): Redis {
  return connect(url, { connectionName: name, socketTimeout: queueSilenceMostMs, maxRetriesPerRequest: null })
}

/** The connection of one question: also gets the refusal of a server that is still reading its data. */
export function connectRedisToAsk(url: string, { name }: ConnectionOptions): Redis {
  return connect(url, { connectionName: name, enableReadyCheck: false, maxRetriesPerRequest: null })
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
  const client = open(parseRedisUrl(url), options)
  // Without a listener, a lost connection would crash the process. Commands reject anyway, and /readyz shows the state.
  client.on('error', () => undefined)
  return client
}

function open(address: RedisAddress, { socketTimeout, ...options }: ConnectionSettings): Redis {
  if (address.kind === 'cluster') return openCluster(address, options)
  const single = { ...options, socketTimeout, retryStrategy: reconnect, reconnectOnError }
  if (address.kind === 'single') return new SingleRedis(address.url, single)
  const { nodes, name, db, login, sentinelLogin, isEncrypted } = address
  // Without `failoverDetector`: if a sentinel reports a failover during a reconnection, ioredis 6.0.0 ends the client.
  return new SingleRedis({
    ...single,
    ...login,
    ...(isEncrypted && { tls: {}, enableTLSForSentinelMode: true, sentinelTLS: {} }),
    sentinels: nodes,
    name,
    db,
    sentinelRetryStrategy: reconnect,
    // Sentinels may be on the machine that failed, and the old primary is tried until they have chosen another one.
    sentinelCommandTimeout: commandTimeoutMs,
    connectTimeout: silenceMostMs,
    ...(sentinelLogin.username !== undefined && { sentinelUsername: sentinelLogin.username }),
    ...(sentinelLogin.password !== undefined && { sentinelPassword: sentinelLogin.password }),
  })
}

/**
 * A former primary that has become a replica rejects writes on connections that stay open. The command is sent again. Redis 6
 * puts text before the code in errors of scripts.
 */
const reconnectOnError = ({ message }: Error): 2 | false => message.includes('READONLY') && 2

type ClusterAddress = Extract<RedisAddress, { kind: 'cluster' }>

function openCluster(
  { nodes, login, isEncrypted }: ClusterAddress,
  { enableOfflineQueue = true, ...redisOptions }: ConnectionSettings,
): Cluster {
  return new Cluster(nodes, {
    enableOfflineQueue,
    clusterRetryStrategy: reconnect,
    slotsRefreshInterval: refreshSlotsMs,
    slotsRefreshTimeout: refreshSlotsMs,
    // Commands of one event loop turn share a pipeline for each node. Queues use commands that block, which cannot.
    enableAutoPipelining: !enableOfflineQueue,
    // Certificates are issued for the names that nodes announce.
    dnsLookup: (host, done) => done(null, host),
    redisOptions: { ...redisOptions, ...login, ...(isEncrypted && { tls: {} }) },
  })
}
