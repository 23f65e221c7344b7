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

type Stored = StoredRecord | StoredHost | StoredBrand

/** Applies the current state of a code in Postgres after any change. Late, repeated, and reordered calls are harmless. */
export async function publishCurrent(
  sql: Sql | Tx,
  redis: Redis,
  { domain_id, code, rev }: ChangedLink,
): Promise<void> {
  const record = await readRecord(sql, domain_id, code)
  await publishRecord(redis, linkKey(domain_id, code), record ?? { rev, absent: true })
}

/** Stores the record in Redis unless a newer or the same one is there, and makes every redirector drop the old one. */
export async function publishRecord(redis: Redis, key: string, record: Stored): Promise<void> {
  await runPublish(redis, key, record, 'always')
}

/** Restores a record that a visit had to read from Postgres. Filling an empty key is not announced: no older record can be cached. */
export async function fillRecord(redis: Redis, key: string, record: Stored): Promise<void> {
  await runPublish(redis, key, record, 'replaced')
}

const announceLines = `
local function announce(counter, channel, key)
  local number = redis.pcall('INCR', counter)
  redis.call('PUBLISH', channel, (type(number) == 'number' and number .. ' ' or '') .. key)
end
`

/**
 * If a write is refused (memory limit), the old record is removed instead, so that visits read from Postgres.
 * An unreadable record counts as none. Announces the change if the key of the counter is given.
 */
const publish = redisScript(`
${announceLines}
local value, rev, ttl, channel, mode = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4], ARGV[5]
local current = redis.call('GET', KEYS[1])
if current then
  local ok, known = pcall(cjson.decode, current)
  if ok and type(known) == 'table' and tonumber(known.rev) and tonumber(known.rev) >= rev then
    return { ok = tonumber(known.rev) == rev and 'same' or 'newer' }
  end
end
local written = redis.pcall('SET', KEYS[1], value, 'EX', ttl)
if type(written) == 'table' and written.err then redis.call('UNLINK', KEYS[1]) end
if KEYS[2] and (mode == 'always' or current) then announce(KEYS[2], channel, KEYS[1]) end
return { ok = current and 'replaced' or 'filled' }
`)

const announce = redisScript(`
${announceLines}
announce(KEYS[1], ARGV[1], ARGV[2])
`)

async function runPublish(redis: Redis, key: string, record: Stored, mode: 'always' | 'replaced'): Promise<void> {
  const args = [JSON.stringify(record), record.rev, ttlSeconds(record), invalidationChannel, mode]
  if (!redis.isCluster) return void (await publish(redis, [key, changeCountKey], ...args))
  // The counter is on another node. If this process is killed in between, the relay finds the same record and announces it.
  const outcome = await publish(redis, key, ...args)
  const isNews = mode === 'always' ? outcome !== 'newer' : outcome === 'replaced'
  if (isNews) await announce(redis, changeCountKey, invalidationChannel, key)
}

function ttlSeconds(record: Stored): number {
  if (!('absent' in record)) {
    return recordTtlSeconds + Math.round((Math.random() * 2 - 1) * recordTtlJitterSeconds)
  }
  return record.rev === 0 ? absenceTtlSeconds : tombstoneTtlSeconds
}
