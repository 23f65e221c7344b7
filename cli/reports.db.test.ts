import { beforeEach, describe, expect, it } from 'vitest'
import { storeReport } from '#model/safety/visitor-reports.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { createAccount, type TestAccount } from '../test/factories/account.ts'
import { createLinkOf } from '../test/factories/links.ts'
import { stores, useCommandLine, waymark } from './command-line.fixture.ts'

useCommandLine()

let account: TestAccount
beforeEach(async () => {
  await stores.sql`delete from safety_reports`
  account = await createAccount(stores.sql)
})

async function reported(count: number, note: string | null = null) {
  const code = `reported-${uuidv7().slice(-8)}`
  const { id } = await createLinkOf(stores, account, { alias: code, url: 'https://harm.example/' })
  for (let index = 0; index < count; index++) {
    const reason = index === 0 ? 'phishing' : 'spam'
    await storeReport(stores.sql, { link_id: id, reason, note, network: `10.0.${index}.0` })
  }
  return { id, url: `http://localhost:8080/${code}` }
}
const list = async () => JSON.parse((await waymark(['reports', 'list', '--json'])).stdout)

describe('waymark reports', () => {
  it('lists reported links, most reported first, and dismisses their reports', async () => {
    const [few, many] = [await reported(1), await reported(3, 'A note')]
    expect(await list()).toMatchObject([
      {
        ...{ link_id: many.id, short_url: many.url, destination: 'https://harm.example/', account_id: account.id },
        ...{ count: 3, reasons: ['phishing', 'spam'], notes: ['A note'], kind: 'visitor', is_quarantined: false },
      },
      { link_id: few.id, count: 1, notes: [] },
    ])
    expect((await waymark(['reports', 'list'])).stdout).toContain(
      `  ${many.url}  https://harm.example/  3 x phishing, spam  A note\n`,
    )
    expect((await waymark(['reports', 'dismiss', many.url])).stdout).toBe('Dismissed reports: 3\n')
    const [entry] = await list()
    expect((await waymark(['reports', 'dismiss', entry.id])).stdout).toBe('Dismissed reports: 1\n')
    expect(await list()).toEqual([])
    expect(await waymark(['reports', 'dismiss', few.url])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('No open reports.'),
    })
  })

  it('keeps the reports of a deleted link, with its short URL, until they are dismissed', async () => {
    const link = await reported(2, 'A note')
    await stores.sql`delete from links where id = ${link.id}`
    const [entry] = await list()
    expect(entry).toMatchObject({
      ...{ link_id: link.id, short_url: link.url, destination: null, account_id: account.id, count: 2 },
      ...{ notes: ['A note'], is_quarantined: false, is_deleted: true },
    })
    expect((await waymark(['reports', 'list'])).stdout).toMatch(/ {2}2 x phishing, spam {2}A note {2}\(deleted\)\n$/)
    expect((await waymark(['reports', 'quarantine', link.url])).stderr).toContain('Link not found.')
    expect((await waymark(['reports', 'dismiss', entry.id])).stdout).toBe('Dismissed reports: 2\n')
    expect(await list()).toEqual([])
  })

  it('deletes the reports of an account with it', async () => {
    await reported(1)
    await stores.sql`delete from links where account_id = ${account.id}`
    await stores.sql`delete from accounts where id = ${account.id}`
    expect(await list()).toEqual([])
  })

  it('stops a link and dismisses its reports', async () => {
    const link = await reported(2)
    const { stdout } = await waymark(['reports', 'quarantine', link.url])
    expect(stdout).toBe('The link is in quarantine. Dismissed reports: 2\n')
    const [row] = await stores.sql`select quarantine_reason from links where id = ${link.id}`
    expect(row).toEqual({ quarantine_reason: 'Reported by visitors' })
    expect((await waymark(['reports', 'quarantine', 'nothing'])).stderr).toContain('Link not found.')
  })
})
