import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** Of Waymark, as its package says. */
export const readVersion = (): string =>
  z.object({ version: z.string() }).parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')))
    .version
