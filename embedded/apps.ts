import type { Config } from '#runtime/config.ts'

export interface App {
  name: string
  /** Its program, from the top of the checkout. */
  file: string
  processes: (config: Config) => number
  /** The port on which it answers /readyz; without one it counts as started while it runs. */
  port?: (config: Config) => number
  /** The setting of its internal port. */
  internalPort?: 'METRICS_PORT_API' | 'METRICS_PORT_REDIRECTOR' | 'METRICS_PORT_WORKERS'
}

/** What `npm start` runs on top of the stores. */
export const apps: App[] = [
  {
    name: 'api',
    file: 'api/main.ts',
    processes: () => 1,
    port: (config) => config.API_PORT,
    internalPort: 'METRICS_PORT_API',
  },
  {
    name: 'redirector',
    file: 'redirector/main.ts',
    // With node:http one process starts the others, since they share its port (redirector/run-cluster.ts).
    processes: ({ TRANSPORT, REDIRECTOR_PROCESSES }) => (TRANSPORT === 'node' ? 1 : REDIRECTOR_PROCESSES),
    port: (config) => config.REDIRECT_PORT,
    internalPort: 'METRICS_PORT_REDIRECTOR',
  },
  {
    name: 'workers',
    file: 'workers/main.ts',
    processes: (config) => config.WORKER_PROCESSES,
    internalPort: 'METRICS_PORT_WORKERS',
  },
]
