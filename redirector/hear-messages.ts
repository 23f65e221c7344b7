import type { Log } from '#runtime/log.ts'
import type { Redis } from '#runtime/redis.ts'

interface HearOptions {
  /** A connection that does nothing else. */
  subscriber: Redis
  hearings: { channel: string; onMessage: (message: string) => void }[]
  /** Called once the subscriptions stand, at first and after each loss of the connection: messages were missed until then. */
  onRestored: () => void
  log: Log
}

/** Subscribes, and again after each loss of the connection. */
export function hearMessages({ subscriber, hearings, onRestored, log }: HearOptions): void {
  const byChannel = new Map(hearings.map(({ channel, onMessage }) => [channel, onMessage]))
  subscriber.on('message', (channel: string, message: string) => byChannel.get(channel)?.(message))
  const subscribe = () => {
    subscriber.subscribe(...byChannel.keys()).then(onRestored, (error: unknown) => {
      // The connection was lost again; its next 'ready' brings us back here.
      log.debug({ err: error }, 'subscription failed')
    })
  }
  subscriber.on('ready', subscribe)
  if (subscriber.status === 'ready') subscribe()
}
