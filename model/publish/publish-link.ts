import type { Sql, Tx } from '#runtime/postgres.ts'
import type { Redis } from '#runtime/redis.ts'
import { redisScript } from '#runtime/redis-script.ts'
import {
  absenceTtlSeconds,
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

/**
 * If a write is refused (memory limit), the old record is removed instead, so that visits read from Postgres.
 * An unreadable record counts as none.
 */
const publish = redisScript(`
local value, rev, ttl, channel, announce = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4], ARGV[5]
local current = redis.call('GET', KEYS[1])
if current then
  local ok, known = pcall(cjson.decode, current)
  if ok and type(known) == 'table' and tonumber(known.rev) and tonumber(known.rev) >= rev then return 0 end
end
local written = redis.pcall('SET', KEYS[1], value, 'EX', ttl)
if type(written) == 'table' and written.err then redis.call('UNLINK', KEYS[1]) end
if announce == 'always' or current then redis.call('PUBLISH', channel, KEYS[1]) end
return 1
`)

async function runPublish(redis: Redis, key: string, record: Stored, announce: 'always' | 'replaced') {
  await publish(redis, key, JSON.stringify(record), record.rev, ttlSeconds(record), invalidationChannel, announce)
}

function ttlSeconds(record: Stored): number {
  if (!('absent' in record)) {
    return recordTtlSeconds + Math.round((Math.random() * 2 - 1) * recordTtlJitterSeconds)
  }
  return record.rev === 0 ? absenceTtlSeconds : tombstoneTtlSeconds
}
