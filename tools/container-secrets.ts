import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { readConfig } from '#runtime/config.ts'

/** IDs of the users in the images: node for Waymark, and the users of Postgres, Valkey and ClickHouse. */
const owners = { node: 1000, postgres: 999, valkey: 999, clickhouse: 101 }

const [folder, command] = process.argv.slice(2)
if (folder === undefined) throw new Error('Usage: container-secrets.ts FOLDER [add-key | import-keys < FILE]')
writeSecrets(folder)
const keyFile = join(folder, 'encryption-key')
if (command === undefined) writeEncryptionKey(keyFile)
else if (command === 'add-key') putBefore(keyFile, [newKey()])
else if (command === 'import-keys') putBefore(keyFile, readKeys(await text(process.stdin)))
else throw new Error(`Unknown command: ${command}. Use add-key or import-keys.`)

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
  if (!existsSync(file)) writeSecret(file, newKey(), owners.node)
}

/** No key is removed: stored secrets or a backup may need it. */
function putBefore(file: string, keys: readonly string[]): void {
  const present = existsSync(file) ? readKeys(readFileSync(file, 'utf8')) : []
  writeSecret(file, [...new Set([...keys, ...present])].join(','), owners.node)
}

/** Keys that are separated by commas, as in ENCRYPTION_KEY, or by lines, as in the file of a data folder. */
function readKeys(given: string): string[] {
  return readConfig({ ENCRYPTION_KEY: given.trim().replaceAll(/\s*\n\s*/g, ',') || ',' }).ENCRYPTION_KEY ?? []
}

function newKey(): string {
  return randomBytes(32).toString('hex')
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
