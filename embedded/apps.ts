import type { Config } from '#runtime/config.ts'

export interface App {
  name: string
  /** Path of the program, relative to the project root. */
  file: string
  processes: (config: Config) => number
  /** The port that serves /readyz. An app without a port counts as started while it runs. */
  port?: (config: Config) => number
  /** The setting for its internal port. */
  internalPort?: 'METRICS_PORT_API' | 'METRICS_PORT_REDIRECTOR' | 'METRICS_PORT_WORKERS'
}

/** The apps that `npm start` runs in addition to the stores. */
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
    // With node:http, one process starts the others, because they share its port (redirector/run-cluster.ts).
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
