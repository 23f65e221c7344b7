import { openQueue, type TypedQueue } from '#runtime/queues.ts'
import type { Redis } from '#runtime/redis.ts'
import { type QueueName, queues } from '#schemas/queues.ts'
import type { SystemState } from '#schemas/system.ts'

type QueueState = NonNullable<SystemState['queues']>[number]

const names = Object.keys(queues) as QueueName[]

/** Jobs by queue and state. The first call opens the queues and keeps them open. */
export class QueueCounts {
  readonly #redis: Redis
  #open: { name: QueueName; queue: Pick<TypedQueue<QueueName>, 'counts'> }[] | undefined

  constructor(redis: Redis) {
    this.#redis = redis
  }

  async read(): Promise<QueueState[]> {
    this.#open ??= names.map((name) => ({ name, queue: openQueue(name, this.#redis) }))
    return await Promise.all(
      this.#open.map(async ({ name, queue }) => {
        const { waiting = 0, prioritized = 0, active = 0, delayed = 0, failed = 0 } = await queue.counts()
        return { name, waiting: waiting + prioritized, active, delayed, failed }
      }),
    )
  }
}
