import { Counter, Gauge, type Registry } from 'prom-client'
import type { ClickShipper } from '#model/spool/ship-clicks.ts'
import type { DropReason } from '#schemas/clicks.ts'
import type { ClickSpool } from './clicks/click-spool.ts'
import type { VisitHandler } from './visit/handle-visit.ts'
import type { LinkResolver } from './visit/resolve-link.ts'

export interface Measured {
  visits: VisitHandler
  resolver: LinkResolver
  spool: ClickSpool
  shipper: ClickShipper
  /** Number of records cut off by crashes. Their visitors never got a response. */
  torn: () => number
}

/** The hot path counts in plain numbers, which are read on each scrape. */
export function registerMetrics(registry: Registry, { visits, resolver, spool, shipper, torn }: Measured): void {
  const registers = [registry]
  countBy('answer', () => visits.answered, {
    name: 'visits_total',
    help: 'Visits, by type of response',
    registers,
  })
  countBy('store', () => resolver.asked, {
    name: 'records_asked_total',
    help: 'Link and host records that were not in memory, by the store that was queried',
    registers,
  })
  countBy('reason', () => ({ 'spool-full': spool.lost, 'spool-torn': torn() }) satisfies Drops, {
    name: 'clicks_dropped_total',
    help: 'Dropped clicks, by reason',
    registers,
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
  new Gauge({
    name: 'spool_segments_waiting',
    help: 'Sealed click segments waiting to be stored',
    registers,
    async collect() {
      this.set(await shipper.countWaiting())
    },
  })
}

type Drops = Partial<Record<DropReason, number>>

function countBy(
  label: string,
  read: () => Record<string, number>,
  metric: { name: string; help: string; registers: Registry[] },
): void {
  new Counter({
    ...metric,
    labelNames: [label],
    collect() {
      this.reset()
      for (const [value, count] of Object.entries(read())) this.inc({ [label]: value }, count)
    },
  })
}
