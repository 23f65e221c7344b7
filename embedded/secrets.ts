import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { errorCode, LaunchError, reason } from './launch-error.ts'
import { writePrivateFile } from './write-file.ts'

const password = z.string().regex(/^[0-9a-f]{32,}$/)
const known = z.object({ postgres: password, redis: password, clickhouse: password })
export type Secrets = z.infer<typeof known>

/** Reads the store passwords, which are generated once per data folder. */
export function readSecrets(path: string): Secrets {
  const text = readIfThere(path)
  if (text !== undefined) return parse(path, text)
  const made: Secrets = { postgres: fresh(), redis: fresh(), clickhouse: fresh() }
  writePrivateFile(path, `${JSON.stringify(made, null, 2)}\n`)
  return made
}

/** Hexadecimal, so that it needs no escaping in a URL. */
function fresh(): string {
  return randomBytes(24).toString('hex')
}

function parse(path: string, text: string): Secrets {
  try {
    return known.parse(JSON.parse(text))
  } catch (error) {
    // Never replaced, because the databases still use the old ones.
    throw new LaunchError(`${path} is damaged. Restore it, or start with an empty DATA_DIR.`, { cause: error })
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw new LaunchError(`Cannot read ${path} (${errorCode(error) ?? reason(error)}).`, { cause: error })
  }
}
