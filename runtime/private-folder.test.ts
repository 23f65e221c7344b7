import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectDir } from './project.ts'

/** The entry of npm start is tested by running it: test/embedded/recovery.test.ts. */
const programs = ['api', 'redirector', 'workers', 'cli', 'embedded/clickhouse']

it.each(programs)(
  '%s creates files and folders that only its user can open, before anything else happens',
  (folder) => {
    const source = readFileSync(join(projectDir, folder, 'main.ts'), 'utf8')
    const [first] = source.split('\n').filter((line) => /^[a-z]/.test(line) && !line.startsWith('import '))
    expect(first).toBe('createPrivately()')
  },
)
