import { collectDefaultMetrics, Registry } from 'prom-client'

/** One registry per process; whoever owns a number registers it here and says what it means. */
export function createMetrics(processName: string): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ process: processName })
  collectDefaultMetrics({ register: registry })
  return registry
}
