import { homedir } from 'node:os'
import { join } from 'node:path'

interface Environment {
  url: string | undefined
  apiKey: string | undefined
  /** Folder of the saved credentials. */
  folder: string
}

/** These commands run on any machine, without the settings of an installation. */
export function readEnvironment(): Environment {
  const { WAYMARK_URL, WAYMARK_API_KEY, XDG_CONFIG_HOME } = process.env
  return {
    url: WAYMARK_URL || undefined,
    apiKey: WAYMARK_API_KEY || undefined,
    folder: join(XDG_CONFIG_HOME || join(homedir(), '.config'), 'waymark'),
  }
}
