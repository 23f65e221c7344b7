import { expect, it } from 'vitest'
import { z } from 'zod'
import { ch, int, uuid } from '#runtime/ch-tag.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { stores, useCommandLine, waymark } from './command-line.fixture.ts'

useCommandLine()

const clicks = 60_000
const counted = z.object({ clicks: z.int(), visitors: z.int() })

it('waymark rollups rebuild builds the days with many clicks again, and says how far it is', async () => {
  const account_id = uuidv7()
  await stores.ch.command(ch`
    insert into clicks (account_id, link_id, clicked_at, click_id, visitor_id, traffic)
    select ${uuid(account_id)}, ${uuid(uuidv7())}, toDateTime64('2026-01-10 00:00:00', 3, 'UTC') + number % 86400,
      generateUUIDv4(), number % 1000, 'human'
    from numbers(${int(clicks)})`)
  await stores.ch.command(ch`
    insert into clicks (account_id, link_id, clicked_at, click_id, visitor_id, traffic)
    select ${uuid(account_id)}, ${uuid(uuidv7())}, toDateTime64('2026-01-11 00:00:00', 3, 'UTC'), generateUUIDv4(), 1, 'human'`)
  for (let run = 0; run < 2; run++) {
    // Otherwise the command waits a minute, in which clicks of a new day may arrive.
    const rebuilt = waymark(['rollups', 'rebuild'])
    const settling = setInterval(() => void settle(), 200)
    expect(await rebuilt).toMatchObject({ status: 0, stdout: 'Days with rollups: 1\n' })
    clearInterval(settling)
    const [row] = await stores.sql`
      select day::text, built_generation = generation as is_built, build::text from click_rollups`
    expect(row).toMatchObject({ day: '2026-01-10', is_built: true })
    const total = ch`
      select sum(clicks) as clicks, sum(visitors) as visitors
      from click_rollups
      where account_id = ${uuid(account_id)} and build = ${uuid(String(row?.['build']))} and level = 'os'`
    expect(await stores.ch.query(total, counted)).toEqual([{ clicks, visitors: 1_000 }])
  }
})

async function settle(): Promise<void> {
  await stores.sql`update click_rollups set changed_at = now() - interval '1 hour'`
}
