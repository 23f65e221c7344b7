import { Counter, Gauge, type Registry } from 'prom-client'
import type { DropReason } from '#schemas/clicks.ts'
import type { ClickSpool } from './click-spool.ts'
import type { VisitHandler } from './handle-visit.ts'
import type { ClickShipper } from './ship-clicks.ts'

export interface Measured {
  visits: VisitHandler
  spool: ClickSpool
  shipper: ClickShipper
  /** Records cut off by the death of a process: their visits were never answered. */
  torn: () => number
}

/** The hot path counts in plain numbers; they are read when someone asks. */
export function registerMetrics(registry: Registry, { visits, spool, shipper, torn }: Measured): void {
  const registers = [registry]
  new Counter({
    name: 'visits_total',
    help: 'Visits, by what they were answered with',
    labelNames: ['answer'],
    registers,
    collect() {
      this.reset()
      for (const [answer, count] of Object.entries(visits.answered)) this.inc({ answer }, count)
    },
  })
  new Counter({
    name: 'clicks_spooled_total',
    help: 'Clicks written to the spool',
    registers,
    collect() {
      this.reset()
      this.inc(spool.written)
    },
  })
  new Counter({
    name: 'clicks_dropped_total',
    help: 'Clicks that went no further, by reason',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset()
      this.inc({ reason: 'spool-full' satisfies DropReason }, spool.lost)
      this.inc({ reason: 'spool-torn' satisfies DropReason }, torn())
    },
  })
  new Gauge({
    name: 'spool_segments_waiting',
    help: 'Sealed segments that are not stored yet',
    registers,
    collect() {
      this.set(shipper.waiting)
    },
  })
}
