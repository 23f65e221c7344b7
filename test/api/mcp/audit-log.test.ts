import { expect, it } from 'vitest'
import { account, generations, stores, useMcp } from '../support/mcp.ts'

useMcp()

it.each(generations)('a change by %s is in the audit log with the network of its client', async (_, connect) => {
  const agent = await connect()
  const { told } = await agent.call('create_short_url', { url: 'https://example.com/' })
  await agent.call('update_short_url', { id: told.id, name: 'Renamed' })
  await agent.close()
  const entries = await stores.sql`
    select action, network from audit_log where account_id = ${account.id} and ${told.id} = any(object_ids) order by at`
  expect(entries).toEqual([
    { action: 'POST /short-urls', network: '127.0.0.0' },
    { action: 'PUT /short-urls/{id}', network: '127.0.0.0' },
  ])
})
