import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#runtime/config.ts'
import { builtProgram } from '#runtime/project.ts'
import { buildApps } from './build-apps.ts'
import { runCommand } from './run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'waymark-secrets-'))
beforeAll(() => buildApps(() => undefined))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const program = builtProgram('tools/container-secrets.ts')
const make = () => runCommand([process.execPath, program, folder])
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

describe('the encryption key', () => {
  const key = join(folder, 'encryption-key')
  const change = (command: string, input: string) =>
    spawnSync(process.execPath, [program, folder, command], { input, encoding: 'utf8' })
  const keys = () => readConfig({ ENCRYPTION_KEY_FILE: key }).ENCRYPTION_KEY ?? []

  it('gets a new one in front, and none is lost', () => {
    const [before] = keys()
    expect(change('add-key', '')).toMatchObject({ status: 0, stdout: '' })
    expect(keys()).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), before])
    expect(keys()[0]).not.toBe(before)
    expect(statSync(key).mode & 0o777).toBe(0o400)
  })

  it('gets those of another installation in front, from either kind of file', () => {
    const before = keys()
    const [one, two, three] = ['1'.repeat(43), '2'.repeat(43), '3'.repeat(64)]
    expect(change('import-keys', `${one}\n${two}\n`).status).toBe(0)
    expect(keys()).toEqual([one, two, ...before])
    expect(change('import-keys', `${three},${two}`).status).toBe(0)
    expect(keys()).toEqual([three, two, one, ...before])
  })

  it.each([
    ['import-keys', '', 'ENCRYPTION_KEY'],
    ['import-keys', 'too short\n', 'ENCRYPTION_KEY'],
    ['add-keys', '', 'Unknown command: add-keys'],
  ])('stays as it is after %s with %j', (command, input, message) => {
    const before = read('encryption-key')
    expect(change(command, input)).toMatchObject({ status: 1, stderr: expect.stringContaining(message) })
    expect(read('encryption-key')).toBe(before)
  })

  it('can be imported before the first start, which then keeps it', async () => {
    rmSync(folder, { recursive: true })
    expect(change('import-keys', `${'9'.repeat(43)}\n`).status).toBe(0)
    expect(await make()).toMatchObject({ code: 0 })
    expect(keys()).toEqual(['9'.repeat(43)])
  })
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
