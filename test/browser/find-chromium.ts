import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The shell without windows uses a quarter less CPU time. Undefined without Chromium, with one warning. With REQUIRE_BROWSER=1 this is an error. */
export async function findChromium(): Promise<string | undefined> {
  for (const name of ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']) {
    const found = await run('which', [name]).catch(() => undefined)
    if (found !== undefined) return found.stdout.trim()
  }
  if (process.env['REQUIRE_BROWSER'] === '1') throw new Error('Chromium is not installed, and REQUIRE_BROWSER=1')
  console.warn('SKIPPED: test/browser needs Chromium. Install it with npm run setup:browser.')
  return undefined
}
