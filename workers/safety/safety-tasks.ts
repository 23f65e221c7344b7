import type { LinkStores } from '#model/publish/apply-change.ts'
import type { Blocklist } from '#model/safety/blocklist.ts'
import { checkLinks, linkChecksAreDue } from '#model/safety/check-links.ts'
import { checkThreats, threatChecksAreDue } from '#model/safety/check-threats.ts'
import { flagLookAlikes, lookAlikesAreDue } from '#model/safety/flag-look-alikes.ts'
import { openProviders } from '#model/safety/providers/index.ts'
import type { Config } from '#runtime/config.ts'
import type { DueTask } from '../upkeep/run-tasks.ts'

interface Parts extends Omit<LinkStores, 'config'> {
  config: Config
  blocklist: Blocklist
  stopped: AbortSignal
}

/** The walks over all links: each is off without its setting. */
export function safetyTasks({ blocklist, stopped, ...stores }: Parts): DueTask[] {
  const names = stores.config.PROTECTED_NAMES
  const providers = openProviders(stores.config, stores.sql)
  return [
    {
      name: 'link safety',
      isDue: linkChecksAreDue(blocklist),
      run: (tx) => checkLinks(tx, stores, blocklist),
    },
    { name: 'look-alikes', isDue: lookAlikesAreDue(names), run: (tx) => flagLookAlikes(tx, stores, names) },
    {
      name: 'threats',
      isDue: threatChecksAreDue(providers),
      run: (tx) => checkThreats(tx, { ...stores, stopped }, providers),
    },
  ]
}
