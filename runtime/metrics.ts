import { collectDefaultMetrics, Registry } from 'prom-client'

/** The default of 10 ms wakes each process a hundred times a second. Measured delays include it (deploy/monitoring/grafana.json). */
const delaySampledEveryMs = 1_000

/** Creates the registry of a process, to which every part adds its own metrics. */
export function createMetrics(processName: string): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ process: processName })
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: delaySampledEveryMs })
  return registry
}
