import { collectDefaultMetrics, Registry } from 'prom-client'

/** Creates the registry of a process, to which every part adds its own metrics. */
export function createMetrics(processName: string): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ process: processName })
  // The default of 10 ms woke each process a hundred times a second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 })
  return registry
}
