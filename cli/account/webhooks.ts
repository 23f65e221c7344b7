import { setTimeout } from 'node:timers/promises'
import type { Command } from 'commander'
import { connect } from './connect.ts'
import { DeliveryWatch } from './delivery-watch.ts'
import { printJson, printTable } from './print.ts'

const pollMs = 2_000

export function addWebhookCommands(webhooks: Command): void {
  webhooks.command('list').description('List webhooks').option('--json', 'print JSON').action(listWebhooks)
  webhooks
    .command('listen')
    .argument('<id>', 'ID of the webhook')
    .description('Print deliveries of a webhook as they happen; stop with Ctrl-C')
    .option('--json', 'print one JSON object per line')
    .action(listen)
}

async function listWebhooks({ json }: { json?: boolean }) {
  const waymark = await connect()
  const found = []
  for await (const webhook of waymark.webhooks.list()) found.push(webhook)
  if (json) return printJson(found)
  printTable(
    ['ID', 'NAME', 'URL', 'ACTIVE'],
    found.map(({ id, name, url, is_active }) => [id, name, url, is_active ? 'yes' : 'no']),
  )
}

async function listen(id: string, { json }: { json?: boolean }): Promise<void> {
  const watch = new DeliveryWatch(await connect(), id)
  await watch.start()
  process.stderr.write('Waiting for deliveries.\n')
  let isNoted = false
  for (;;) {
    await setTimeout(pollMs)
    for (const delivery of await watch.findEnded()) {
      const line = `${delivery.attempted_at ?? ''}  ${delivery.event}  ${delivery.status}  ${delivery.event_id}`
      process.stdout.write(`${json ? JSON.stringify(delivery) : line}\n`)
    }
    if (watch.isIncomplete && !isNoted) process.stderr.write('Too many deliveries: some are not printed.\n')
    isNoted = watch.isIncomplete
  }
}
