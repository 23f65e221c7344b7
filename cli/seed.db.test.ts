import { describe, expect, it } from 'vitest'
import { createAccount } from '../test/factories/account.ts'
import { runWaymark } from './command-line.fixture.ts'
import { readClicks, stores, useSeeding } from './seed/seed.fixture.ts'

useSeeding()

const waymark = (...args: string[]) => runWaymark(stores, ['seed', ...args])

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
