import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { loaded } from './stack.ts'
import { call, page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

/** Keys that accept any text: the page shows what matches, which may be nothing. */
const freeKeys = [
  'q',
  'tag',
  'campaign',
  'domain',
  'country',
  'region',
  'city',
  'continent',
  'browser',
  'os',
  'language',
  'referrer',
  'rule',
  /^utm_/,
]
const isFree = (key: string) => freeKeys.some((free) => (typeof free === 'string' ? free === key : free.test(key)))

const oddValues = [
  'nonsense',
  'nonsense.again',
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

/** Routes with search parameters, by their name in the router. */
const routes = [
  '/ab-tests',
  '/ab-tests/$id',
  '/analytics',
  '/audit-log',
  '/campaigns',
  '/campaigns/$id',
  '/links',
  '/links/$id',
  '/qr-codes',
  '/qr-codes/$id',
  '/tags',
  '/webhooks/$id',
]

/** The router, as the page exposes it. */
interface Routed {
  __TSR_ROUTER__: {
    routesById: Record<string, { fullPath: string; options: { validateSearch?: (search: object) => unknown } }>
    navigate(place: { href: string }): Promise<void>
  }
}

describe.skipIf(chromium === undefined)('URLs with any typed value, in Chromium on the real stack', () => {
  useOwner(chromium)

  let paths: Record<string, string>
  let keysOf: Record<string, string[]>
  beforeAll(async () => {
    paths = await createResources()
    await page.goto(`${web.origin}/app/links`)
    await loaded(page)
    keysOf = await readKeys()
  })
  const pathOf = (route: string) => paths[route] ?? route

  /** One object of each kind that has a page, by the path of that page. */
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

  /** The search keys that each route reads, if any. */
  const readKeys = (): Promise<Record<string, string[]>> =>
    page.evaluate(() => {
      const { routesById } = (globalThis as unknown as Routed).__TSR_ROUTER__
      const read = Object.values(routesById).map(({ fullPath, options }): [string, string[]] => {
        const keys = new Set<string>()
        const get = (_: object, key: string | symbol) => {
          if (typeof key === 'string') keys.add(key)
          // A day; the last day is read only together with a first one.
          return '2026-01-02'
        }
        options.validateSearch?.(new Proxy({}, { get }))
        return [fullPath, [...keys]]
      })
      return Object.fromEntries(read.filter(([, keys]) => keys.length > 0))
    })

  const addressOf = (route: string, keys: string[], value: string) =>
    `/app${pathOf(route)}?${new URLSearchParams(keys.map((key) => [key, value]))}`
  const goTo = async (href: string) => {
    await page.evaluate((to) => (globalThis as unknown as Routed).__TSR_ROUTER__.navigate({ href: to }), href)
    await loaded(page)
  }
  /** The title, and every selection on the page. */
  const chosen = () =>
    page.locator('main').evaluate((main) => ({
      title: main.querySelector('h1')?.textContent,
      troubles: [...main.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent),
      marks: [
        ...main.querySelectorAll('input:checked, option:checked, [aria-selected="true"], [aria-pressed="true"]'),
      ].map((mark) => mark.getAttribute('aria-label') ?? mark.closest('label, option, button')?.textContent),
    }))

  it('covers every route with search parameters', () => {
    expect(Object.keys(keysOf).sort()).toEqual(routes)
  })

  describe.each(routes)('%s', (route) => {
    it('shows the default for a key with an unknown value', async () => {
      await goTo(`/app${pathOf(route)}`)
      const standard = await chosen()
      expect(standard.troubles).toEqual([])
      const keys = keysOf[route] ?? []
      const free = keys.filter(isFree)
      const strict = keys.filter((key) => !isFree(key)).map((key) => [key])
      for (const together of [...strict, ...(free.length > 0 ? [free] : [])]) {
        const address = addressOf(route, together, 'nonsense')
        await goTo(address)
        await eventually(async () => {
          const shown = await chosen()
          expect({ ...shown, ...(together === free && { marks: standard.marks }) }, address).toEqual(standard)
        })
      }
    })

    it('opens with any value in all of its keys, and removes invalid ones from the URL', async () => {
      await goTo(`/app${pathOf(route)}`)
      const { title } = await chosen()
      for (const value of oddValues) {
        const address = addressOf(route, keysOf[route] ?? [], value)
        await goTo(address)
        await expectDefault(address, title)
      }
    })

    it('does the same when the page is opened at such a URL', async () => {
      const address = addressOf(route, keysOf[route] ?? [], 'nonsense')
      await page.goto(`${web.origin}${address}`)
      await loaded(page)
      await expectDefault(address)
    })
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

  it('makes no requests to other hosts, and logs no browser errors', () => {
    expect(web.strays).toEqual([])
    // The name of a filtered campaign is requested.
    expect(web.complaints.filter((text) => !/status of 404 .*\/campaigns\/[^/]+$/.test(text))).toEqual([])
  })
})
