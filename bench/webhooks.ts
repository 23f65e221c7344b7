import { setTimeout as sleep } from 'node:timers/promises'
import { createAccount } from '../test/factories/account.ts'
import { rawClick } from '../test/factories/click-batch.ts'
import { createWebhook } from '../test/factories/webhooks.ts'
import { startReceiver } from '../test/webhooks/receiver.ts'
import { linkMaker } from './make-link.ts'
import { cpuPer, readAll, sum } from './process-cpu.ts'
import { type Measured, number, type Options, plainRow } from './result.ts'
import { type Stack, startWorkers } from './stack.ts'
import { spreadOf } from './statistics.ts'
import { openBatches } from './store-batches.ts'

const clicksOfBatch = 1_000
/** Batches in a round for each second of --seconds, sent in sequence. */
const batchesPerSecond = 1
const sendingMs = 120_000
const pollMs = 50

interface Round {
  alone: Record<string, number>
  told: Record<string, number>
  sentPerSecond: number
}

/** Feeds clicks directly to the real workers: without a webhook, and with one that receives every click. */
export async function benchWebhooks(stack: Stack, options: Options): Promise<Measured> {
  console.log('webhooks: starting the workers ...')
  const workers = await startWorkers(stack, { WEBHOOK_ALLOW_PRIVATE: 'true' })
  const processes = { workers, ...stack.storePids }
  const [click, receiver] = [await prepareClicks(stack), await startReceiver()]
  const webhook = await createWebhook(
    stack.sql,
    { id: click.account_id },
    { url: receiver.url, events: ['url.clicked'] },
  )
  const batches = await openBatches(stack.urls.redis_url, () => rawClick(click))
  const count = batchesPerSecond * options.seconds
  const run = async (isTold: boolean) => {
    await stack.sql`update webhooks set is_active = ${isTold} where id = ${webhook.id}`
    receiver.received.length = 0
    const [before, begun] = [readAll(processes), performance.now()]
    await batches.store(count)
    if (isTold) await untilSent(stack, receiver.received, count * clicksOfBatch)
    return { cpu: cpuPer(count * clicksOfBatch, processes, before), seconds: (performance.now() - begun) / 1_000 }
  }
  await run(true)
  const rounds: Round[] = []
  for (let round = 1; round <= options.rounds; round++) {
    const [alone, told] = [await run(false), await run(true)]
    rounds.push({ alone: alone.cpu, told: told.cpu, sentPerSecond: (count * clicksOfBatch) / told.seconds })
    console.log(`webhooks ${round}/${options.rounds}  ${describe(rounds.at(-1))}`)
  }
  await Promise.all([batches.close(), receiver.close()])
  return summarize(rounds)
}

async function prepareClicks({ sql, redis }: Stack): Promise<{ account_id: string; link_id: string }> {
  const { id } = await createAccount(sql)
  const outcome = await (await linkMaker({ sql, redis }))(id, 'told')
  if (outcome.kind !== 'created') throw new Error('the link was not created')
  return { account_id: id, link_id: outcome.link.id }
}

/** Fails unless an event was sent for every click. */
async function untilSent({ sql }: Stack, received: readonly { json: { id: string } }[], clicks: number): Promise<void> {
  const end = performance.now() + sendingMs
  const isSent = async () => (await sql`select from webhook_batches`).count === 0
  while (!(await isSent())) {
    if (performance.now() > end) throw new Error(`${received.length} of ${clicks} events were sent`)
    await sleep(pollMs)
  }
  const different = new Set(received.map(({ json }) => json.id)).size
  if (different !== clicks) throw new Error(`${different} different events were sent of ${clicks} clicks`)
}

function summarize(rounds: readonly Round[]): Measured {
  const worker = (from: 'alone' | 'told') => spreadOf(rounds.map((round) => round[from]['workers'] ?? Number.NaN))
  const all = spreadOf(rounds.map(({ told }) => sum(told)))
  const rate = spreadOf(rounds.map(({ sentPerSecond }) => sentPerSecond))
  const rows = [
    plainRow('Worker CPU per click, no webhook', 'µs', worker('alone'), 'batches of 1000 fed directly'),
    plainRow(
      'Worker CPU per click, one url.clicked webhook',
      'µs',
      worker('told'),
      'stored and sent, one POST for each',
    ),
    plainRow('CPU of all processes per click, one url.clicked webhook', 'µs', all),
    plainRow('Clicks stored and sent to one webhook', '/s', rate),
  ]
  return {
    rows,
    plot: {
      title: 'Worker CPU time per click, without and with a webhook',
      subtitle: 'µs, lower is better',
      rows: rows.slice(0, 2),
    },
    rounds,
  }
}

function describe(round: Round | undefined): string {
  const of = (cpu: Record<string, number> = {}) => number(cpu['workers'] ?? Number.NaN)
  return `workers ${of(round?.alone)} µs per click alone, ${of(round?.told)} µs with a webhook`
}
