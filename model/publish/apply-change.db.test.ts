import { expect, it, onTestFinished } from 'vitest'
import type { Redis } from '#runtime/redis.ts'
import { invalidationChannel } from '#schemas/link-record.ts'
import { createAccount } from '../../test/factories/account.ts'
import { findBaseDomain, plainLink } from '../../test/factories/links.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { startOwnRedis } from '../../test/stack/own-redis.ts'
import { openTestStores } from '../../test/stack/stores.ts'
import { createLink } from '../links/create-link.ts'
import { deleteLink } from '../links/delete-link.ts'
import { changeHost } from './publish-host.ts'

async function open() {
  const shared = await openTestStores()
  onTestFinished(() => shared.close())
  const own = await startOwnRedis(shared.urls)
  onTestFinished(() => own.stop())
  const stores = { ...shared, redis: own.redis }
  const account = await createAccount(stores.sql)
  const domain = await findBaseDomain(stores.sql, stores.config)
  return { stores, account_id: account.id, domain }
}

const announcement = `publish ${invalidationChannel}`

/** Commands that Redis carries out during the change: announcements, and those that are not part of a script. */
async function commandsDuring(redis: Redis, change: () => Promise<unknown>): Promise<string[]> {
  if (redis.isCluster || !('monitor' in redis)) throw new Error('a single server is needed')
  const monitor = await redis.monitor()
  onTestFinished(() => monitor.disconnect())
  const commands: string[] = []
  monitor.on('monitor', (_time: string, [name = '', subject]: string[], source: string) => {
    const command = `${name.toLowerCase()} ${subject}`
    if (source !== 'lua' || command === announcement) commands.push(command)
  })
  await change()
  await redis.echo('end')
  await eventually(() => expect(commands).toContain('echo end'))
  return commands.slice(0, commands.indexOf('echo end'))
}

it('a change has ended when Redis has carried out a command behind its announcement', async () => {
  const { stores, account_id, domain } = await open()
  let id = ''
  const changes = [
    async () => {
      const outcome = await createLink(stores, plainLink(account_id, domain, { alias: 'spring' }))
      if (outcome.kind === 'created') id = outcome.link.id
    },
    () => deleteLink(stores, account_id, id),
    () =>
      changeHost(stores, 'spring.localhost', async (tx, rev) => {
        await tx`
          insert into domains (id, account_id, type, host, rev)
          values (gen_random_uuid(), ${account_id}, 'subdomain', 'spring.localhost', ${rev})`
        return true
      }),
  ]
  for (const change of changes) {
    const commands = await commandsDuring(stores.redis, change)
    const announced = commands.lastIndexOf(announcement)
    expect(announced).toBeGreaterThan(-1)
    // Redis may write the response of the announcing script before the announcement itself.
    expect(commands.slice(announced + 1)).toHaveLength(1)
  }
})
