import { availableParallelism } from 'node:os'

interface Suite {
  name: string
  include: string[]
  exclude?: string[]
  /** Starts the real stores once for the suite. */
  stores?: true
  /** Starts programs of the product, which are built before it starts. */
  startsPrograms?: true
  /** Serves the web pages, which are built before it starts: two files that find none would build them twice. */
  showsPages?: true
  /** Test files that run at the same time; without it, as many as vitest likes. */
  workers?: number
  /** How many cores it keeps busy on average; the others are for the suites beside it. */
  cores: number
  /** Files that run one after the other share what they import: half of the suite's time were the same imports again. */
  sharesModules?: true
  /** For one test; hooks get the same. Generous: none may fail because the machine is slow. */
  timeoutMs: number
  /** May skip every test where what it needs is not installed. */
  maySkipAll?: true
}

/** Every test belongs to one suite by its place and name. They start in this order, the long ones first, several at a time. */
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
  },
  {
    name: 'guarantees',
    include: ['test/guarantees/**/*.test.ts'],
    startsPrograms: true,
    workers: 2,
    cores: 1,
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
    cores: 1.5,
    sharesModules: true,
    timeoutMs: 180_000,
  },
  {
    name: 'embedded',
    include: ['test/embedded/**/*.test.ts'],
    startsPrograms: true,
    workers: 1,
    cores: 0.75,
    timeoutMs: 300_000,
  },
  { name: 'gates', include: ['**/*.gates.test.ts'], workers: 1, cores: 1.5, timeoutMs: 300_000 },
  {
    name: 'pure',
    include: ['**/*.test.ts'],
    exclude: ['**/*.db.test.ts', '**/*.gates.test.ts', 'test/{api,redirects,embedded,guarantees,browser}/**'],
    workers: 2,
    cores: 1.5,
    sharesModules: true,
    timeoutMs: 60_000,
  },
]

/** What the suites that run at the same time may keep busy: more than there is, since none of them is busy all the time. */
export const mostCores = 1.25 * Math.max(2, availableParallelism())
