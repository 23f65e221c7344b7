import { setTimeout as sleep } from 'node:timers/promises'
import { checkSet, type Verdict } from '../guarantees/check-set.ts'
import { Clicker } from '../guarantees/clicker.ts'
import { createLink } from '../guarantees/links.ts'
import { eventually } from '../stack/eventually.ts'
import { Caller } from './caller.ts'
import { changeLinks, patiently } from './change-links.ts'
import { thisVersion, type Version } from './check-out.ts'
import { type AppName, type Installation, install } from './installation.ts'

export interface Walk {
  verdict: Verdict
  visits: number
  /** Visits without a redirect, by phase. */
  failedVisits: string[]
  failedConnections: number
  calls: number
  failedCalls: string[]
  /** The longest time until a change of a link took effect on each redirector, in ms. */
  longestEffectMs: number
}

interface Options {
  /** Time under load after each step. */
  calmMs: number
  visitsPerSecond: number
  callsPerSecond: number
  /** Old and new workers run at the same time, which docs/operation.md does not ask for. */
  mixWorkers: boolean
  say: (line: string) => void
  /** Keeps the folder with all logs. */
  keepFolder?: boolean
}

const readyMs = 60_000
const linksOfEachApi = 2

/** From an earlier version to this one, back, and forward again, under load and with the steps of docs/operation.md. */
export async function walkVersions(earlier: Version, options: Options): Promise<Walk> {
  const installation = await install(earlier)
  try {
    for (const place of Object.values(installation.places).flat()) await installation.start(place, earlier)
    return await new Walker(installation, options).walk(earlier)
  } finally {
    await installation.close(options)
  }
}

class Walker {
  readonly #installation: Installation
  readonly #options: Options
  readonly #codes: string[] = []
  readonly #clicker: Clicker
  readonly #caller: Caller
  #longestEffectMs = 0

  constructor(installation: Installation, options: Options) {
    const { watch, redirectPorts } = installation
    const { visitsPerSecond, callsPerSecond } = options
    this.#installation = installation
    this.#options = options
    const [ports, codes] = [redirectPorts, this.#codes]
    this.#clicker = new Clicker({ ports, codes, isReady: watch.isReady, perSecond: visitsPerSecond })
    this.#caller = new Caller({ installation, perSecond: callsPerSecond })
  }

  async walk(earlier: Version): Promise<Walk> {
    const { apiPorts, redirectPorts, watch, migrate } = this.#installation
    await eventually(() => demand([...apiPorts, ...redirectPorts].every(watch.isReady)), readyMs)
    await this.#createLinks()
    this.#clicker.start()
    this.#caller.start()
    await this.#phase('before', async () => undefined)
    await this.#phase('migrated', () => migrate(thisVersion))
    await this.#moveTo(thisVersion, 'forward')
    await this.#moveTo(earlier, 'back')
    // After a rollback, one process of each kind shows what all would do.
    await this.#moveTo(thisVersion, 'forward again', 1)
    await this.#caller.stop()
    await this.#clicker.stop()
    return await this.#result()
  }

  /** Replaces this many processes of each kind. */
  async #moveTo(version: Version, title: string, most = Number.POSITIVE_INFINITY): Promise<void> {
    const { places, start, stop } = this.#installation
    const chosen = (app: AppName) => places[app].slice(0, most)
    const workers = chosen('workers')
    if (this.#options.mixWorkers) {
      for (const [index, place] of workers.entries()) {
        await this.#phase(`${title}, worker ${index}`, async () => {
          await stop(place)
          await start(place, version)
        })
      }
    } else {
      await this.#phase(`${title}, workers`, async () => {
        await Promise.all(workers.map(stop))
        await Promise.all(workers.map((place) => start(place, version)))
      })
    }
    for (const place of [...chosen('redirector'), ...chosen('api')]) {
      await this.#phase(`${title}, ${place.app} ${place.instance}`, async () => {
        await stop(place)
        await start(place, version)
        await eventually(() => demand(this.#installation.watch.isReady(place.port)), readyMs)
      })
    }
  }

  /** One step, then time under load, in which changes of links take effect. */
  async #phase(title: string, step: () => Promise<void>): Promise<void> {
    const { say, calmMs } = this.#options
    const label = title.replaceAll(/\W+/g, '-')
    this.#clicker.label = label
    this.#caller.label = title
    await step()
    await this.#createLinks()
    const effectMs = await changeLinks(this.#installation)
    this.#longestEffectMs = Math.max(this.#longestEffectMs, effectMs)
    await sleep(calmMs)
    const failed = this.#clicker.count('refused')
    say(
      `${title}: ${this.#clicker.sent.size} visits, ${failed} failed; ${this.#caller.count} calls, ` +
        `${this.#caller.failures.length} failed; changes took effect after ${effectMs.toFixed()} ms`,
    )
  }

  /** Links that are visited until the end. */
  async #createLinks(): Promise<void> {
    const { apiPorts, key } = this.#installation
    for (const port of apiPorts) {
      for (let count = 0; count < linksOfEachApi; count++) {
        const api = { apiUrl: `http://127.0.0.1:${port}`, key }
        this.#codes.push((await patiently(() => createLink(api))).short_code)
      }
    }
  }

  #failedVisits(): string[] {
    const failed = [...this.#clicker.sent].filter(([, { outcome }]) => outcome !== 'answered')
    return failed.map(([token, { outcome }]) => `${token}: ${outcome}`)
  }

  async #result(): Promise<Walk> {
    return {
      verdict: await checkSet(this.#installation, this.#clicker),
      visits: this.#clicker.sent.size,
      failedVisits: this.#failedVisits(),
      failedConnections: this.#clicker.failedConnections,
      calls: this.#caller.count,
      failedCalls: this.#caller.failures,
      longestEffectMs: this.#longestEffectMs,
    }
  }
}

function demand(isSo: boolean): void {
  if (!isSo) throw new Error('a process is not ready')
}
