import { availableParallelism } from 'node:os'

export interface Suite {
  name: string
  include: string[]
  exclude?: string[]
  /** Starts the real stores once for the suite. */
  stores?: true
  /** Starts programs of the product. They are built before the suite starts. */
  startsPrograms?: true
  /** Serves the web pages. They are built before the suite starts, or two files would build them at the same time. */
  showsPages?: true
  /** Test files that run at the same time. The default is the default of vitest. */
  workers?: number
  /** Cores that the suite uses on average; the rest is for other suites. */
  cores: number
  /** Suites that must not run at the same time. */
  apartFrom?: string[]
  /** Consecutive files share their imports: repeating them took half of the suite's time. */
  sharesModules?: true
  /** Limit of one test or hook. It is generous, so that no test fails because the machine is slow. */
  timeoutMs: number
  /** May skip all tests if their requirements are not installed. */
  maySkipAll?: true
  /** Tests that fail run again. The report marks those that pass then. */
  retries?: number
}

/** The folder and the name of a test define its suite. Suites start in this order, the slowest first, several at a time. */
export const suites: Suite[] = [
  {
    name: 'browser',
    include: ['test/browser/**/*.test.ts'],
    stores: true,
    startsPrograms: true,
    showsPages: true,
    workers: 2,
    cores: 1.5,
    sharesModules: true,
    timeoutMs: 240_000,
    maySkipAll: true,
    // On a busy machine, a page can be slower than any wait.
    retries: 1,
  },
  {
    name: 'guarantees',
    include: ['test/{guarantees,fuzz}/**/*.test.ts'],
    exclude: ['test/guarantees/three-machines-*.test.ts'],
    startsPrograms: true,
    showsPages: true,
    workers: 2,
    cores: 1,
    sharesModules: true,
    timeoutMs: 600_000,
  },
  {
    name: 'api',
    include: ['test/{api,redirects}/**/*.test.ts'],
    stores: true,
    startsPrograms: true,
    showsPages: true,
    workers: 2,
    cores: 1.5,
    sharesModules: true,
    timeoutMs: 180_000,
  },
  {
    name: 'db',
    include: ['**/*.db.test.ts'],
    exclude: ['test/{api,redirects}/**'],
    stores: true,
    startsPrograms: true,
    workers: 2,
    cores: 1,
    sharesModules: true,
    timeoutMs: 180_000,
  },
  {
    name: 'embedded',
    include: ['test/embedded/**/*.test.ts'],
    startsPrograms: true,
    workers: 1,
    cores: 0.5,
    timeoutMs: 300_000,
  },
  { name: 'gates', include: ['**/*.gates.test.ts'], workers: 1, cores: 1.5, timeoutMs: 300_000 },
  {
    name: 'pure',
    include: ['**/*.test.ts'],
    exclude: ['**/*.db.test.ts', '**/*.gates.test.ts', 'test/{api,redirects,embedded,guarantees,fuzz,browser}/**'],
    workers: 2,
    cores: 1.5,
    sharesModules: true,
    timeoutMs: 60_000,
  },
  {
    // A browser cancels its requests when a network interface appears or disappears.
    name: 'networks',
    apartFrom: ['browser', 'api'],
    include: ['test/guarantees/three-machines-*.test.ts'],
    startsPrograms: true,
    workers: 1,
    cores: 0.5,
    timeoutMs: 600_000,
    maySkipAll: true,
  },
]

/** Cores for the suites that run at the same time. More than the machine has, since no suite is always busy. */
export const mostCores = 1.5 * Math.max(2, availableParallelism())
