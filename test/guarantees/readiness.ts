import { setTimeout as sleep } from 'node:timers/promises'

/** Interval of a load balancer's checks: well within the 2 s for which a stopping process still serves requests. */
const watchMs = 200

export interface ReadinessWatch {
  isReady: (port: number) => boolean
  stop(): Promise<void>
}

/** What a load balancer that watches /readyz knows about these ports. */
export function watchReadiness(ports: readonly number[]): ReadinessWatch {
  const ready = new Set<number>()
  let stopped = false
  const look = async (port: number) => {
    while (!stopped) {
      const isReady = await fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: 'close' } }).then(
        (answer) => answer.ok,
        () => false,
      )
      if (isReady) ready.add(port)
      else ready.delete(port)
      await sleep(watchMs)
    }
  }
  const looks = ports.map(look)
  return {
    isReady: (port) => ready.has(port),
    stop: async () => {
      stopped = true
      await Promise.all(looks)
    },
  }
}
