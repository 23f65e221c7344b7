import { setTimeout } from 'node:timers/promises'
import type { Command } from 'commander'
import type { Waymark } from '#sdk'
import { connect } from './connect.ts'
import { printJson, printTable } from './print.ts'

const pollMs = 2_000
/** Deliveries that are read at a time. */
const mostRead = 2_000

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

type Delivery = Awaited<ReturnType<Waymark['webhooks']['deliveries']>>['data'][number]

/** Deliveries are read again until they have ended; each is printed once. */
async function listen(id: string, { json }: { json?: boolean }): Promise<void> {
  const waymark = await connect()
  const { data } = await waymark.webhooks.deliveries(id)
  const pending = new Set(data.filter(isPending).map((delivery) => delivery.id))
  const ended = new Set(data.filter((delivery) => !isPending(delivery)).map((delivery) => delivery.id))
  process.stderr.write('Waiting for deliveries.\n')
  for (;;) {
    await setTimeout(pollMs)
    for (const delivery of await readOthers(waymark, id, { pending, ended })) {
      if (isPending(delivery)) {
        pending.add(delivery.id)
        continue
      }
      pending.delete(delivery.id)
      ended.add(delivery.id)
      const line = `${delivery.attempted_at ?? ''}  ${delivery.event}  ${delivery.status}  ${delivery.event_id}`
      process.stdout.write(`${json ? JSON.stringify(delivery) : line}\n`)
    }
  }
}

const isPending = ({ status }: Delivery) => status === 'pending'

/** Deliveries that had not ended, oldest first. Reads back to the newest that had, and to all that were pending. */
async function readOthers(
  waymark: Waymark,
  id: string,
  { pending, ended }: Record<'pending' | 'ended', ReadonlySet<string>>,
): Promise<Delivery[]> {
  const sought = new Set(pending)
  const others: Delivery[] = []
  let read = 0
  for await (const delivery of waymark.webhooks.deliveries(id)) {
    sought.delete(delivery.id)
    const isKnown = ended.has(delivery.id)
    if (!isKnown) others.push(delivery)
    if ((isKnown && sought.size === 0) || ++read >= mostRead) break
  }
  return others.toReversed()
}
