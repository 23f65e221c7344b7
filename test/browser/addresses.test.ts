import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { loaded } from './stack.ts'
import { call, page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

/** Keys that take any text: the page then shows what matches it, which may be nothing. */
const freeKeys = ['q', 'tag', 'campaign', 'domain', 'country', 'region', 'city', 'browser', 'os', 'referrer', /^utm_/]
const isFree = (key: string) => freeKeys.some((free) => (typeof free === 'string' ? free === key : free.test(key)))

const oddValues = [
  'nonsense',
  'constructor',
  '-1',
  'true',
  'null',
  '{"a":[1]}',
  '"\\ud800"',
  '\0',
  ' ',
  'x'.repeat(2_000),
]

interface Route {
  path: string
  keys: string[]
}

/** The router as the page has it. */
interface Routed {
  __TSR_ROUTER__: {
    routesById: Record<string, { fullPath: string; options: { validateSearch?: (search: object) => unknown } }>
    navigate(place: { href: string }): Promise<void>
  }
}

describe.skipIf(chromium === undefined)('addresses that anybody may have typed, in Chromium on the real stack', () => {
  useOwner(chromium)

  let routes: Route[]
  beforeAll(async () => {
    const ids = await createResources()
    await page.goto(`${web.origin}/app/links`)
    await loaded(page)
    routes = (await readRoutes()).map(({ path, keys }) => ({
      path: path.replace(/^.*\$id$/, (at) => ids[at] ?? at),
      keys,
    }))
  })

  /** One of each kind that has a page, by the path of that page. */
  async function createResources(): Promise<Record<string, string>> {
    const create = async (path: string, body: unknown): Promise<string> => {
      const reply = await call('POST', path, body)
      return (reply.data?.qrCode ?? reply.data ?? reply.test ?? reply).id
    }
    const url = 'https://example.com/'
    const variants = [{ destination_url: `${url}a` }, { destination_url: `${url}b` }]
    const code = { name: 'Menu', content_type: 'url', content_data: { url }, is_dynamic: true, tracking_enabled: true }
    const ids = {
      '/links/$id': await create('/short-urls', { url }),
      '/qr-codes/$id': await create('/qr-codes/generate', code),
      '/campaigns/$id': await create('/campaigns', { name: 'Spring' }),
      '/ab-tests/$id': await create('/url-ab-tests', { name: 'Headline', variants }),
      '/webhooks/$id': await create('/webhooks', { url: 'https://hooks.example.com/', events: ['url.created'] }),
    }
    return Object.fromEntries(Object.entries(ids).map(([path, id]) => [path, path.replace('$id', id)]))
  }

  /** Each route with the keys of its search that it reads. */
  const readRoutes = (): Promise<Route[]> =>
    page.evaluate(() => {
      const { routesById } = (globalThis as unknown as Routed).__TSR_ROUTER__
      return Object.values(routesById).flatMap(({ fullPath, options }) => {
        const keys = new Set<string>()
        const get = (_: object, key: string | symbol) => {
          if (typeof key === 'string') keys.add(key)
          // A day: without a first one nobody reads the last one.
          return '2026-01-02'
        }
        options.validateSearch?.(new Proxy({}, { get }))
        return keys.size === 0 ? [] : [{ path: fullPath, keys: [...keys] }]
      })
    })

  const addressOf = (path: string, search: Record<string, string>) => `/app${path}?${new URLSearchParams(search)}`
  const goTo = async (href: string) => {
    await page.evaluate((to) => (globalThis as unknown as Routed).__TSR_ROUTER__.navigate({ href: to }), href)
    await loaded(page)
  }
  /** The title, and everything that is chosen on the page. */
  const chosen = () =>
    page.locator('main').evaluate((main) => ({
      title: main.querySelector('h1')?.textContent,
      troubles: [...main.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent),
      marks: [
        ...main.querySelectorAll('input:checked, option:checked, [aria-selected="true"], [aria-pressed="true"]'),
      ].map((mark) => mark.getAttribute('aria-label') ?? mark.closest('label, option, button')?.textContent),
    }))

  it('knows a page for each route that reads its search', () => {
    expect(routes.length).toBeGreaterThanOrEqual(10)
    expect(routes.filter(({ path }) => /[$]|undefined/.test(path))).toEqual([])
  })

  it('shows the default of a key that has an unknown value', async () => {
    for (const { path, keys } of routes) {
      await goTo(`/app${path}`)
      const standard = await chosen()
      expect(standard.troubles, path).toEqual([])
      for (const key of keys) {
        const address = addressOf(path, { [key]: 'nonsense' })
        await goTo(address)
        await eventually(async () => {
          const shown = await chosen()
          expect({ ...shown, ...(isFree(key) && { marks: standard.marks }) }, address).toEqual(standard)
        })
      }
    }
  })

  it('opens with any value in all of its keys, and takes those without a meaning out of the address', async () => {
    for (const { path, keys } of routes) {
      await goTo(`/app${path}`)
      const { title } = await chosen()
      for (const value of oddValues) {
        const address = addressOf(path, Object.fromEntries(keys.map((key) => [key, value])))
        await goTo(address)
        await expectDefault(address, title)
      }
    }
  })

  it('does the same when such an address is opened anew', async () => {
    for (const { path, keys } of routes) {
      const address = addressOf(path, Object.fromEntries(keys.map((key) => [key, 'nonsense'])))
      await page.goto(`${web.origin}${address}`)
      await loaded(page)
      await expectDefault(address)
    }
  })

  async function expectDefault(address: string, title?: string | null): Promise<void> {
    const what = address.slice(0, 300)
    await eventually(async () => {
      expect(await chosen(), what).toMatchObject({ ...(title && { title }), troubles: [] })
      const kept = [...new URL(page.url()).searchParams.keys()]
      expect(
        kept.filter((key) => !isFree(key)),
        what,
      ).toEqual([])
    })
  }

  it('has asked no other host, and the browser had nothing to complain about', () => {
    expect(web.strays).toEqual([])
    // The name of a campaign that is filtered by is asked for.
    expect(web.complaints.filter((text) => !/status of 404 .*\/campaigns\/[^/]+$/.test(text))).toEqual([])
  })
})
