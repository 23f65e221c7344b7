import { configDefaults, defineConfig } from 'vitest/config'
import { keepFilesInMemory } from './tools/files-in-memory.ts'
import { suites } from './tools/suites.ts'

keepFilesInMemory()
/** A folder for the compiled modules, so that several suites compile them once. */
const moduleCache = process.env['TEST_MODULE_CACHE']

export default defineConfig({
  test: {
    ...(moduleCache !== undefined && { experimental: { fsModuleCache: true, fsModuleCachePath: moduleCache } }),
    projects: suites.map((suite) => ({
      test: {
        name: suite.name,
        include: suite.include,
        exclude: [...configDefaults.exclude, '**/.data/**', '**/.cache/**', ...(suite.exclude ?? [])],
        // Fewer collections of short-lived objects, which took a tenth of the time.
        execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64'],
        // Inherited by programs: destinations of tests are on other hosts.
        env: { DESTINATION_CHECKS: 'off' },
        testTimeout: suite.timeoutMs,
        hookTimeout: suite.timeoutMs,
        retry: suite.retries ?? 0,
        // The closing lines of a run show these messages without the comparison below them.
        chaiConfig: { truncateThreshold: 600 },
        globalSetup: [
          ...(suite.startsPrograms ? ['test/stack/build-programs.ts'] : []),
          ...(suite.stores ? ['test/stack/global-setup.ts'] : []),
        ],
        ...(suite.sharesModules && { isolate: false }),
        ...(suite.workers !== undefined && { maxWorkers: suite.workers }),
      },
    })),
  },
})
