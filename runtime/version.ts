import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { projectDir } from './project.ts'

/** Waymark's version from package.json. */
export const readVersion = (): string =>
  z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8'))).version
