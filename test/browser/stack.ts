import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { createLifecycle } from '#runtime/lifecycle.ts'
import { builtProgram } from '#runtime/project.ts'
import { readSetupToken, setupLink } from '#runtime/setup-token.ts'
import type { StoreUrls } from '#runtime/store-urls.ts'
import { startApi } from '../../api/start-api.ts'
import { startRedirector } from '../../redirector/start-redirector.ts'
import { buildDashboard } from '../../tools/build-dashboard.ts'
import { startWorkers } from '../../workers/start-workers.ts'
import { Bench, freePorts, Launcher, type Ports, until } from '../embedded/launcher.ts'
import { openTestStores } from '../stack/stores.ts'
import { type OpenContext, openContext } from './open-context.ts'

export const owner = { email: 'owner@example.com', password: 'correct horse battery' }

export interface WebStack extends OpenContext {
  origin: string
  shortOrigin: string
  setupLink: string
  urls: StoreUrls
  close(): Promise<void>
}

/** The complete product as npm start runs it, on an empty data folder, with a browser. */
export async function startWholeStack(executablePath: string, settings: NodeJS.ProcessEnv = {}): Promise<WebStack> {
  await buildDashboard(() => undefined)
  const bench = await Bench.open()
  const ports = await freePorts()
  const { origin, short, addresses } = addressesOf(ports)
  const dataDir = await bench.dataDir('data')
  const env = { PATH: process.env['PATH'], HOME: bench.folder, DATA_DIR: dataDir, ...ports }
  const command = [process.execPath, builtProgram('embedded/main.ts')]
  const launcher = bench.add(
    new Launcher(command, { dataDir, env: { ...env, LOG_LEVEL: 'warn', ...addresses, ...settings } }),
  )
  const browser = await openBrowser(executablePath)
  const urls = await launcher.ready()
  return {
    origin,
    shortOrigin: `http://${short}`,
    setupLink: await printedLink(launcher),
    urls,
    ...(await openContext(browser, [origin, `http://${short}`])),
    async close() {
      await closeContexts(browser)
      launcher.interrupt()
      await launcher.ended
      await bench.close()
    },
  }
}

/**
 * A new installation in this process, on the stores of the suite, with a browser. It is composed of the same
 * parts by the same functions. Separate processes and stores cost each test file twenty seconds of CPU time.
 */
export async function startWebStack(executablePath: string, settings: NodeJS.ProcessEnv = {}): Promise<WebStack> {
  await buildDashboard(() => undefined)
  const ports = await freePorts()
  const { origin, short, addresses } = addressesOf(ports)
  const stores = await openTestStores({ LISTEN_HOST: '127.0.0.1', ...ports, ...addresses, ...settings })
  const { urls, config, log } = stores
  const lifecycles = [createLifecycle(log), createLifecycle(log), createLifecycle(log)] as const
  const [workers, api, redirector] = lifecycles
  await startWorkers({ config, urls, log, lifecycle: workers })
  await startApi({ config, urls, log, lifecycle: api, drainMs: 0 })
  await startRedirector({ config, urls, log, lifecycle: redirector, stopTimes: { drainMs: 0, shipMostMs: 0 } })
  const browser = await openBrowser(executablePath)
  return {
    origin,
    shortOrigin: `http://${short}`,
    setupLink: setupLink(origin, readSetupToken(config.DATA_DIR) ?? ''),
    urls,
    ...(await openContext(browser, [origin, `http://${short}`])),
    async close() {
      await closeContexts(browser)
      await Promise.all(lifecycles.map((lifecycle) => lifecycle.stop()))
      await stores.close()
    },
  }
}

function addressesOf({ API_PORT, REDIRECT_PORT }: Ports) {
  const [origin, short] = [`http://localhost:${API_PORT}`, `localhost:${REDIRECT_PORT}`]
  return {
    origin,
    short,
    addresses: { BASE_URL: origin, BASE_DOMAIN: short, RATE_LIMIT_FACTOR: '0', DESTINATION_CARDS: 'off' },
  }
}

let sharedBrowser: Browser | undefined

/** The browser of this process, for all its test files; each has a context without cookies, storage or cache. It ends with the process. */
async function openBrowser(executablePath: string): Promise<Browser> {
  if (sharedBrowser?.isConnected() !== true) sharedBrowser = await launchBrowser(executablePath)
  return sharedBrowser
}

/** Also those that a test opened and did not close. */
async function closeContexts(browser: Browser): Promise<void> {
  for (const context of browser.contexts()) await context.close()
}

const launchBrowser = (executablePath: string) =>
  chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--disable-background-networking',
      // Destinations are not part of the tests: nothing leaves this machine. Routes would turn off the cache of the browser.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    ],
  })

async function printedLink(launcher: Launcher): Promise<string> {
  const find = () => /^First run: open (\S+)$/m.exec(launcher.stdout)?.[1]
  await until(5_000, () => find() !== undefined || launcher.stdout)
  return find() ?? ''
}

/** The page is rendered, and nothing is loading or outdated. */
export const loaded = (page: Page) =>
  page.waitForFunction(
    () => document.querySelector('h1') !== null && document.querySelector('.skeleton, [aria-busy="true"]') === null,
  )

/**
 * Chooses a radio button, which may wait for its page. Buttons are hidden, so this clicks the label. If the page moves below
 * the pointer, the click is repeated.
 */
export async function choose(within: Page | Locator, name: string | RegExp): Promise<void> {
  await within.getByRole('radio', { name }).locator('xpath=ancestor::label').click()
  await within.getByRole('radio', { name, checked: true }).waitFor({ state: 'attached' })
}

type Theme = 'light' | 'dark'

/**
 * Runs all axe rules on the current page in the light theme, and the color rules in the dark theme, which
 * differs only in colors. Colors below a dialog cannot be checked.
 */
export async function expectAccessible(page: Page, what: string, within?: string): Promise<void> {
  await expectAccessibleIn(page, ['light', 'dark'], what, within)
  await paint(page, 'light')
}

/** The same in these themes: all rules in the first. The last one remains. Painting all colors takes as long as a check. */
export async function expectAccessibleIn(
  page: Page,
  themes: readonly Theme[],
  what: string,
  within = 'html',
): Promise<void> {
  // Only checks the main frame: support for frames opens another page for every check, which doubles the
  // work.
  expect(page.frames(), 'frames').toHaveLength(1)
  // A dialog may still be loading.
  await page.locator(within).first().waitFor()
  if (!(await page.evaluate(() => 'axe' in window))) await prepareForAxe(page)
  const violations = []
  for (const [index, theme] of themes.entries()) {
    await paint(page, theme)
    violations.push(...(await findViolations(page, within, index > 0 ? ['color-contrast'] : undefined)))
  }
  expect(violations, what).toEqual([])
}

/** The minified source, which a browser parses in three quarters of the time. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Once for each document: the source of axe, and a style sheet that makes all colors change at once. */
async function prepareForAxe(page: Page): Promise<void> {
  await page.evaluate(axeSource)
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }')
    document.adoptedStyleSheets.push(sheet)
  })
}

async function findViolations(page: Page, within: string, rules?: string[]): Promise<string[]> {
  // Messages show the HTML of elements, not their selectors.
  const options: axe.RunOptions = { resultTypes: ['violations'], selectors: false, ...(rules && { runOnly: rules }) }
  const { violations } = await page.evaluate(([place, chosen]) => window.axe.run(place, chosen), [
    within,
    options,
  ] as const)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n  ')}`)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Selects the theme and waits until it is painted. */
async function paint(page: Page, colorScheme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** Checks that nothing is wider than the page. */
export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${what} scrolls sideways`).toBeLessThanOrEqual(0)
}
