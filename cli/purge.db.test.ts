import { expect, it } from 'vitest'
import { z } from 'zod'
import { ch, uuid } from '#runtime/ch-tag.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { storeClicks } from '../test/factories/clicks.ts'
import { stores, useCommandLine, waymark } from './command-line.fixture.ts'

useCommandLine()

async function countClicks(linkId: string): Promise<number | undefined> {
  const statement = ch`select count() as clicks from clicks where link_id = ${uuid(linkId)}`
  const [row] = await stores.ch.query(statement, z.object({ clicks: z.int() }))
  return row?.clicks
}

it('waymark purge deletes the clicks of deleted links, and ends when they are gone', async () => {
  const [account_id, gone, kept] = [uuidv7(), uuidv7(), uuidv7()]
  const at = '2026-01-01T00:00:00Z'
  await storeClicks(stores.ch, [
    { account_id, link_id: gone, at },
    { account_id, link_id: kept, at },
  ])
  await stores.sql`
    insert into deleted_links (link_id, account_id, deleted_at)
    values (${gone}, ${account_id}, now() - interval '2 minutes')`
  const purged = await waymark(['purge'])
  expect(purged).toMatchObject({ status: 0, stdout: 'Removed the clicks of 1 deleted link.\n' })
  expect([await countClicks(gone), await countClicks(kept)]).toEqual([0, 1])
  expect(await waymark(['purge'])).toMatchObject({
    status: 0,
    stdout: 'Removed the clicks of 0 deleted links.\n',
    stderr: '',
  })
})
