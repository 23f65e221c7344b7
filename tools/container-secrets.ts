import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** IDs of the users in the images: node for Waymark, and the users of Postgres, Valkey and ClickHouse. */
const owners = { node: 1000, postgres: 999, valkey: 999, clickhouse: 101 }

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Usage: container-secrets.ts FOLDER')
writeSecrets(folder)
writeEncryptionKey(join(folder, 'encryption-key'))

/** Creates the passwords of the containers once. Each file is readable only by the user that needs it. */
function writeSecrets(folder: string): void {
  const last = join(folder, 'clickhouse-url')
  if (existsSync(last)) return
  mkdirSync(folder, { recursive: true })
  // Other users can open files in the folder but cannot list it.
  chmodSync(folder, 0o711)
  const [postgres, redis, clickhouse] = [newPassword(), newPassword(), newPassword()]
  writeSecret(join(folder, 'postgres-password'), postgres, owners.postgres)
  writeSecret(join(folder, 'redis.conf'), `requirepass ${redis}\n`, owners.valkey)
  writeSecret(join(folder, 'clickhouse-password'), clickhouse, owners.clickhouse)
  writeSecret(join(folder, 'database-url'), `postgres://waymark:${postgres}@postgres:5432/waymark`, owners.node)
  writeSecret(join(folder, 'redis-url'), `redis://:${redis}@redis:6379`, owners.node)
  // Written last: if it exists, all others do. An interrupted first start runs again from the beginning.
  writeSecret(last, `http://waymark:${clickhouse}@clickhouse:8123/waymark`, owners.node)
}

/** Installations of an earlier version have the passwords but no key. */
function writeEncryptionKey(file: string): void {
  if (!existsSync(file)) writeSecret(file, randomBytes(32).toString('hex'), owners.node)
}

/** Hexadecimal, so that URLs and configuration files need no escaping. */
function newPassword(): string {
  return randomBytes(24).toString('hex')
}

function writeSecret(file: string, text: string, owner: number): void {
  const draft = `${file}.new`
  writeFileSync(draft, text, { mode: 0o400 })
  if (process.getuid?.() === 0) chownSync(draft, owner, owner)
  renameSync(draft, file)
}
