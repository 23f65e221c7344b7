import { collectDefaultMetrics, Registry } from 'prom-client'

/** Creates the registry of a process, to which every part adds its own metrics. */
export function createMetrics(processName: string): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ process: processName })
  collectDefaultMetrics({ register: registry })
  return registry
}
