import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from '#runtime/config.ts'
import { root } from './root.ts'
import { runCommand } from './run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'waymark-secrets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const make = () => runCommand([process.execPath, '--import', 'tsx', `${root}/tools/container-secrets.ts`, folder])
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

it('creates the passwords and the key of the containers once, readable only by their owners', async () => {
  expect(await make()).toMatchObject({ code: 0, output: '' })
  const [password, key] = [read('postgres-password'), read('encryption-key')]
  expect(read('database-url')).toContain(`:${password}@postgres:`)
  expect(read('redis-url')).toContain(read('redis.conf').replace('requirepass', '').trim())
  expect(read('clickhouse-url')).toContain(`:${read('clickhouse-password')}@clickhouse:`)
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o400)

  expect(await make()).toMatchObject({ code: 0 })
  expect([read('postgres-password'), read('encryption-key')]).toEqual([password, key])

  rmSync(join(folder, 'encryption-key'))
  expect(await make()).toMatchObject({ code: 0 })
  expect(read('encryption-key'), 'an earlier version had none').toMatch(/^[0-9a-f]{64}$/)
  expect(read('postgres-password')).toBe(password)
})

it('writes URLs that the settings accept', () => {
  const config = readConfig({
    DATABASE_URL_FILE: join(folder, 'database-url'),
    REDIS_URL_FILE: join(folder, 'redis-url'),
    CLICKHOUSE_URL_FILE: join(folder, 'clickhouse-url'),
    ENCRYPTION_KEY_FILE: join(folder, 'encryption-key'),
  })
  expect(config.DATABASE_URL).toMatch(/^postgres:\/\/waymark:[0-9a-f]{48}@postgres:5432\/waymark$/)
  expect(config.ENCRYPTION_KEY).toEqual([read('encryption-key')])
  expect(config.CLICKHOUSE_URL).toMatch(/@clickhouse:8123\/waymark$/)
})
