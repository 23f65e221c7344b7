import type { Sql, Tx } from '#runtime/postgres.ts'
import type { Redis } from '#runtime/redis.ts'
import { redisScript } from '#runtime/redis-script.ts'
import {
  absenceTtlSeconds,
  invalidationChannel,
  linkKey,
  recordTtlJitterSeconds,
  recordTtlSeconds,
  type StoredHost,
  type StoredRecord,
  tombstoneTtlSeconds,
} from '#schemas/link-record.ts'
import { readRecord } from './build-record.ts'

interface ChangedLink {
  domain_id: string
  code: string
  /** The rev of the change: the tombstone carries it when the code leads nowhere now. */
  rev: number
}

type Stored = StoredRecord | StoredHost

/** Applies what Postgres says now about a code, whatever the change was: late, repeated and reordered calls do no harm. */
export async function publishCurrent(
  sql: Sql | Tx,
  redis: Redis,
  { domain_id, code, rev }: ChangedLink,
): Promise<void> {
  const record = await readRecord(sql, domain_id, code)
  await publishRecord(redis, linkKey(domain_id, code), record ?? { rev, absent: true })
}

/** Puts the record into Redis unless a newer or the same one is there, and tells every redirector to forget the old one. */
export async function publishRecord(redis: Redis, key: string, record: Stored): Promise<void> {
  await runPublish(redis, key, record, 'always')
}

/** Puts back what a visit had to ask Postgres for. An empty place is filled silently: nobody can know an older record. */
export async function fillRecord(redis: Redis, key: string, record: Stored): Promise<void> {
  await runPublish(redis, key, record, 'replaced')
}

/**
 * A refused write (memory limit) removes the old record instead: then visits ask Postgres.
 * What cannot be read counts as no record.
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
