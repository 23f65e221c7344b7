import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Undefined where there is none: said once, loudly. With REQUIRE_BROWSER=1 that is a failure. */
export async function findChromium(): Promise<string | undefined> {
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    const found = await run('which', [name]).catch(() => undefined)
    if (found !== undefined) return found.stdout.trim()
  }
  if (process.env['REQUIRE_BROWSER'] === '1') throw new Error('there is no Chromium, and REQUIRE_BROWSER=1')
  console.warn('SKIPPED: there is no Chromium, so nothing in test/browser runs. npm run setup:browser installs it.')
  return undefined
}
