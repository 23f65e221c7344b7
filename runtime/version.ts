import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { projectDir } from './project.ts'

/** The version in package.json, of Waymark or of a package. */
export const readVersion = (folder = projectDir): string =>
  z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).version
