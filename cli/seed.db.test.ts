import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { builtProgram } from '#runtime/project.ts'
import { createAccount } from '../test/factories/account.ts'
import { readClicks, stores, useSeeding } from './seed/seed.fixture.ts'

useSeeding()

async function waymark(...args: string[]) {
  const { database_url, redis_url, clickhouse_url } = stores.urls
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: database_url,
    REDIS_URL: redis_url,
    CLICKHOUSE_URL: clickhouse_url,
  }
  const command = [builtProgram('cli/main.ts'), 'seed', ...args]
  return await promisify(execFile)(process.execPath, command, { cwd: join(import.meta.dirname, '..'), env })
}

describe('waymark seed', () => {
  it('fills the first account while the product is running', async () => {
    const first = await createAccount(stores.sql)
    await createAccount(stores.sql)
    const { stdout } = await waymark('--clicks', '300', '--links', '40', '--until', '2026-06-30T14:20:00Z')
    expect(stdout).toMatch(/^Created 300 clicks on \d+ links over 90 days until 2026-06-30T14:00:00.000Z\.\n$/)
    expect(await readClicks(first)).toHaveLength(300)
    const [made] = await stores.sql`
      select count(*) as links, count(*) filter (where code like 'page-%') as more
      from links
      where account_id = ${first.id}`
    expect(made?.['more']).toBe(40)
    expect(stdout).toContain(` ${made?.['links']} links`)
  })

  it('prints its usage and rejects a value that is not a number', async () => {
    expect((await waymark('--help')).stdout).toContain('--clicks <number>')
    await expect(waymark('--clicks', 'many')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('`clicks` must be'),
    })
  })
})
