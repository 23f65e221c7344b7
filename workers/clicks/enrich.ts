import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FindPlace } from '#runtime/places.ts'
import type { ClickRow, DropReason } from '#schemas/clicks.ts'
import type { Click, Step } from './click.ts'
import { addAgent } from './steps/add-agent.ts'
import { addLanguage } from './steps/add-language.ts'
import { addPlace } from './steps/add-place.ts'
import { addSource } from './steps/add-source.ts'
import { addUtm } from './steps/add-utm.ts'

interface StepOptions {
  findPlace: FindPlace
  /** Hosts, including ports, of Waymark's pages. */
  ownHosts: ReadonlySet<string>
}

/** The enrichment steps for every click, in order. */
export function createSteps({ findPlace, ownHosts }: StepOptions): Step[] {
  return [addAgent(), addPlace(findPlace), addUtm, addSource(ownHosts), addLanguage]
}

/** A batch of user agents that were never seen takes 100 ms: other work gets its turn in between. */
const sliceMs = 10

export async function enrich(clicks: readonly Click[], steps: readonly Step[]) {
  const rows: ClickRow[] = []
  const dropped = new Map<DropReason, number>()
  let sliceEnd = performance.now() + sliceMs
  for (const click of clicks) {
    if (performance.now() > sliceEnd) {
      await nextTurn()
      sliceEnd = performance.now() + sliceMs
    }
    const reason = run(click, steps)
    if (reason === undefined) rows.push(click.row)
    else dropped.set(reason, (dropped.get(reason) ?? 0) + 1)
  }
  return { rows, dropped }
}

function run(click: Click, steps: readonly Step[]): DropReason | undefined {
  for (const step of steps) {
    const reason = step(click)
    if (reason !== undefined) return reason
  }
  return undefined
}
