import { z } from 'zod'
import type { Sql, Tx } from '#runtime/postgres.ts'
import type { Redis } from '#runtime/redis.ts'
import { redisScript } from '#runtime/redis-script.ts'
import {
  absenceTtlSeconds,
  changeCountKey,
  invalidationChannel,
  linkKey,
  recordTtlJitterSeconds,
  recordTtlSeconds,
  type StoredApps,
  type StoredBrand,
  type StoredHost,
  type StoredRecord,
  tombstoneTtlSeconds,
} from '#schemas/link-record.ts'
import { readRecord } from './build-record.ts'

interface ChangedLink {
  domain_id: string
  code: string
  /** The rev of the change, which the tombstone carries if the code has no link now. */
  rev: number
}

type Stored = StoredRecord | StoredHost | StoredBrand | StoredApps

/**
 * Applies the current state of a code in Postgres after any change, and returns the server that has it. Late, repeated, and
 * reordered calls are harmless.
 */
export async function publishCurrent(
  sql: Sql | Tx,
  redis: Redis,
  { domain_id, code, rev }: ChangedLink,
): Promise<string> {
  const record = await readRecord(sql, domain_id, code)
  return await publishRecord(redis, linkKey(domain_id, code), record ?? { rev, absent: true })
}

/** Applies records or tombstones of several links, and returns the server that has each. Fails if one of them fails. */
export async function publishLinks(
  redis: Redis,
  links: readonly { domain_id: string; code: string; record: StoredRecord }[],
): Promise<string[]> {
  const changes = links.map(({ domain_id, code, record }) => ({ key: linkKey(domain_id, code), record }))
  // In a cluster, their keys are on several nodes.
  if (redis.isCluster) return await Promise.all(changes.map(({ key, record }) => publishRecord(redis, key, record)))
  const servers: string[] = []
  for (let first = 0; first < changes.length; first += mostLinksAtOnce) {
    const some = changes.slice(first, first + mostLinksAtOnce)
    const keys = [...some.map(({ key }) => key), changeCountKey]
    const args = some.flatMap(({ record }) => [JSON.stringify(record), record.rev, ttlSeconds(record)])
    const server = z.string().parse(await publishAll(redis, keys, changeChannel(redis), ...args))
    servers.push(...some.map(() => server))
  }
  return servers
}

/** Links of one call, for which Redis does nothing else: about 1 ms for links without rules. */
export const mostLinksAtOnce = 100

/**
 * Stores the record in Redis unless a newer or the same one is there. Every redirector drops the old one. Returns the server
 * that has it.
 */
export async function publishRecord(redis: Redis, key: string, record: Stored): Promise<string> {
  return await runPublish(redis, key, record, 'always')
}

/** The servers that have the records now: one, or the masters of a cluster. Throws if it cannot reach all of them. */
export async function currentServers(redis: Redis): Promise<string[]> {
  const nodes = 'nodes' in redis ? redis.nodes('master') : [redis]
  if ('nodes' in redis && nodes.length !== countMasters(String(await redis.cluster('NODES')))) {
    throw new Error('not all masters of the Redis cluster are known')
  }
  return await Promise.all(nodes.map(async (node) => z.string().parse(await tellServer(node, []))))
}

/** Masters that serve keys: in each line, ranges of slots follow eight other fields. */
const countMasters = (nodes: string): number =>
  nodes
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, , flags = '', ...rest]) => /\bmaster\b/.test(flags) && !/\bfail\b/.test(flags) && rest.length > 5)
    .length

/**
 * Restores a record that a visit had to read from Postgres. Filling an empty key is not announced: a change that it contains is
 * announced by the process that made it.
 */
export async function fillRecord(redis: Redis, key: string, record: Stored): Promise<void> {
  await runPublish(redis, key, record, 'replaced')
}

/**
 * Resolves when Redis has sent the announcements of earlier calls. It can write the response of a script to one connection
 * before the announcement to another, and pause between the two. In a cluster, other nodes pass it on a moment later. Never
 * rejects.
 */
export const untilAnnounced = (redis: Redis): Promise<unknown> => redis.exists(changeCountKey).catch(() => undefined)

/** The channel of the numbered changes. Installations can share a server, each with its own database. */
export const changeChannel = (redis: Redis): string => {
  const database = 'db' in redis.options ? (redis.options.db ?? 0) : 0
  return database === 0 ? invalidationChannel : `${invalidationChannel}:${database}`
}

const announceLines = `
local function announce(counter, channel, key)
  local number = redis.pcall('INCR', counter)
  redis.call('PUBLISH', channel, (type(number) == 'number' and number .. ' ' or '') .. key)
end
`

/** Changes with every restart and every failover. Empty if the user may not ask. */
const serverLines = `
local function server()
  local function ask(section, field)
    local told = redis.pcall('INFO', section)
    return type(told) == 'string' and string.match(told, field .. ':(%w+)') or ''
  end
  return ask('server', 'run_id') .. ':' .. ask('replication', 'master_replid')
end
`

/**
 * If a write is refused (memory limit), the old record is removed instead, so that visits read from Postgres.
 * An unreadable record counts as none.
 */
const storeLines = `
local function store(key, value, rev, ttl)
  local current = redis.call('GET', key)
  local outcome = current and 'replaced' or 'filled'
  if current then
    local ok, known = pcall(cjson.decode, current)
    if ok and type(known) == 'table' and tonumber(known.rev) and tonumber(known.rev) >= rev then return 'known' end
  end
  local written = redis.pcall('SET', key, value, 'EX', ttl)
  if type(written) == 'table' and written.err then redis.call('UNLINK', key) end
  return outcome
end
`

/**
 * A change is announced even if the record is there already: a visit may have filled it, silently. Without the key of the
 * counter, the announcement has no number.
 */
const publish = redisScript(`
${announceLines}
${serverLines}
${storeLines}
local channel, mode = ARGV[4], ARGV[5]
local outcome = store(KEYS[1], ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]))
if mode == 'always' or outcome == 'replaced' then
  if KEYS[2] then announce(KEYS[2], channel, KEYS[1]) else redis.call('PUBLISH', channel, KEYS[1]) end
end
return { ok = outcome .. ' ' .. (mode == 'always' and server() or '') }
`)

/** The same for several records of one server, which is returned. The last key is that of the counter. */
const publishAll = redisScript(`
${announceLines}
${serverLines}
${storeLines}
local counter = KEYS[#KEYS]
for i = 1, #KEYS - 1 do
  store(KEYS[i], ARGV[3 * i - 1], tonumber(ARGV[3 * i]), tonumber(ARGV[3 * i + 1]))
  announce(counter, ARGV[1], KEYS[i])
end
return server()
`)

const publishReply = z
  .string()
  .transform((reply) => reply.split(' '))
  .pipe(z.tuple([z.enum(['known', 'replaced', 'filled']), z.string()]))

const tellServer = redisScript(`
${serverLines}
return server()
`)

const announce = redisScript(`
${announceLines}
announce(KEYS[1], ARGV[1], ARGV[2])
`)

/** The key of the counter is on another node of a cluster. */
const callOf = (redis: Redis, key: string, record: Stored, mode: 'always' | 'replaced') => ({
  key: [key, changeCountKey],
  args: [JSON.stringify(record), record.rev, ttlSeconds(record), changeChannel(redis), mode],
})

async function runPublish(redis: Redis, key: string, record: Stored, mode: 'always' | 'replaced'): Promise<string> {
  const { key: keys, args } = callOf(redis, key, record, mode)
  const [outcome, server] = publishReply.parse(await publish(redis, redis.isCluster ? key : keys, ...args))
  // The counter is on another node. If this process is killed in between, the outbox still contains the change.
  if (redis.isCluster && (mode === 'always' || outcome === 'replaced'))
    await announce(redis, changeCountKey, changeChannel(redis), key)
  return server
}

function ttlSeconds(record: Stored): number {
  if (!('absent' in record)) {
    return recordTtlSeconds + Math.round((Math.random() * 2 - 1) * recordTtlJitterSeconds)
  }
  return record.rev === 0 ? absenceTtlSeconds : tombstoneTtlSeconds
}
