import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { createOneOfEach } from './one-of-each.fixture.ts'
import { enterCredentials } from './signed-in.ts'
import { loaded, owner } from './stack.ts'
import { page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

type Step = [role: 'button' | 'checkbox' | 'radio', name: RegExp]
const press = (name: RegExp): Step => ['button', name]
const check = (name: RegExp): Step => ['checkbox', name]
const choose = (name: RegExp): Step => ['radio', name]

/** Every form of the dashboard, and the steps that open it. Confirmations come after the other forms of a page. */
const forms: [path: string, ...steps: Step[]][] = [
  ['/links', press(/^create (a )?link/i)],
  ['/links', check(/first/), press(/^tag/i)],
  ['/links', check(/first/), press(/^move/i)],
  ['/links', check(/first/), press(/^disable/i)],
  ['/links', check(/first/), press(/^archive/i)],
  ['/links/$link', press(/^edit/i)],
  ['/domains', press(/^add (a )?domain/i)],
  ['/domains', press(/^add (a )?domain/i), choose(/subdomain/i)],
  ['/domains', press(/settings .*brand\.example/i)],
  ['/domains', press(/remove .*brand\.example/i)],
  ['/settings', press(/e-?mail/i)],
  ['/settings', press(/change .*password/i)],
  ['/qr-codes', press(/^download menu/i)],
  ['/qr-codes/new'],
  ['/qr-codes/new', choose(/wi-?fi/i)],
  ['/qr-codes/new', choose(/contact/i)],
  ['/qr-codes/$code?view=edit'],
  ['/qr-codes/$expired'],
  ['/ab-tests', press(/^create/i)],
  ['/ab-tests/$running', press(/weights/i)],
  ['/ab-tests/$running', press(/^complete/i)],
  ['/ab-tests/$draft', press(/^edit/i)],
  ['/ab-tests/$draft', press(/^delete/i)],
  ['/keys', press(/^create/i)],
  ['/keys', press(/^revoke/i)],
  ['/apps', press(/^revoke/i)],
  ['/webhooks', press(/^create/i)],
  ['/webhooks/$webhook', press(/^edit/i)],
  ['/webhooks/$webhook', press(/^delete/i)],
  ['/campaigns', press(/^create/i)],
  ['/campaigns', press(/^edit/i)],
  ['/campaigns/$campaign?view=settings'],
  ['/campaigns/$campaign?view=links', press(/^add/i)],
  ['/analytics', press(/more periods/i)],
]

/** Forms that the server renders. Only consent needs a session. */
const pages: [what: string, url: (ids: Ids) => string][] = [
  ['sign-in', () => `${web.origin}/login`],
  ['the password of a link', () => `${web.shortOrigin}/secret`],
  ['consent', ({ consent = '' }) => consent],
]

/** Passes the checks of the browser where possible, so that the server has to reject it. */
const nonsense: Record<string, string> = {
  email: 'nobody@nowhere',
  number: '999999999',
  date: '0001-01-01',
  time: '00:00',
  'datetime-local': '0001-01-01T00:00',
  hidden: 'bm9uc2Vuc2U',
}

/** Names of the API, messages of zod, messages without advice, and request ids. */
const leaks = [
  /\b[a-z]+_[a-z_]+\b/,
  /invalid (?:input|option|string|url|email)|expected|received|unrecognized|too (?:small|big):/i,
  /^(?:\w+ is )?not valid\.$|validation failed/im,
  /[0-9a-f]{8}-[0-9a-f]{4}-/,
]

type Ids = Record<string, string>
type Round = 'empty' | 'nonsense'

/** Tells when nothing that the page asked for is under way. */
function watchRequests(on: Page): () => Promise<void> {
  const open = new Set<unknown>()
  on.on('request', (request) => !request.url().endsWith('/live') && open.add(request))
  for (const event of ['requestfinished', 'requestfailed'] as const) on.on(event as 'request', (it) => open.delete(it))
  const paint = () => on.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  return () =>
    eventually(async () => {
      await paint()
      expect(open.size, 'requests under way').toBe(0)
      await paint()
      expect(open.size, 'requests under way').toBe(0)
    })
}

/** What the page tells the person: alerts, errors of fields, toasts and headlines. */
const readTold = (on: Page) =>
  on.evaluate(() => {
    const visible = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility())
    const news = visible('[role="alert"], [id$="-error"], [data-sonner-toast]:not([data-seen])')
    const active = document.activeElement
    return {
      news: news.map(({ innerText }) => innerText),
      headlines: visible('h1, h2').map(({ innerText }) => innerText),
      // By the browser, in forms that leave it to the browser.
      isBlocked: active?.matches('form:not([novalidate]) :invalid') === true,
    }
  })

const fieldsOf = (form: Locator) =>
  form.locator(
    'input:not([type="radio"], [type="checkbox"], [type="file"], [type="color"], [type="hidden"], [readonly]), textarea, [name="request"]',
  )

/** Runs in the page: filling field by field took half of the time. */
const fill = (form: Locator, round: Round) =>
  fieldsOf(form).evaluateAll(
    (fields, { texts, isEmpty }) => {
      for (const field of fields as (HTMLInputElement | HTMLTextAreaElement)[]) {
        if (field.disabled || (field.type !== 'hidden' && !field.checkVisibility())) continue
        // React replaces the setter of the element itself.
        Reflect.set(
          Object.getPrototypeOf(field) as object,
          'value',
          isEmpty ? '' : (texts[field.type] ?? 'nonsense <b>☃</b>'),
          field,
        )
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }
      const choice = fields[0]?.closest('form')?.querySelector<HTMLElement>('[type="checkbox"]:not(:checked)')
      if (!isEmpty) choice?.click()
    },
    { texts: nonsense, isEmpty: round === 'empty' },
  )

/** Opens the parts of a form that are closed at first. */
const expand = (form: Locator) =>
  form.evaluate((element) => {
    const closed = element.querySelectorAll<HTMLElement>('[aria-expanded="false"]:not([aria-haspopup])')
    for (const button of closed) button.click()
  })

/** Presses the button of the form, wherever it is. False where the page does not offer to send it. */
const submit = (form: Locator): Promise<boolean> =>
  form.evaluate((element) => {
    for (const toast of document.querySelectorAll('[data-sonner-toast]')) toast.setAttribute('data-seen', '')
    const isSubmit = (one: Element) => one instanceof HTMLButtonElement && one.type === 'submit'
    const button = [...(element as HTMLFormElement).elements].find(isSubmit) as HTMLButtonElement | undefined
    if (button === undefined) throw new Error('This form has no button')
    if (button.disabled) return false
    button.click()
    return true
  })

/** Sends the form empty, then with nonsense. A form without fields is sent once. */
async function expectResponses(on: Page, open: () => Promise<Locator>): Promise<void> {
  const settle = watchRequests(on)
  const downloads: unknown[] = []
  on.on('download', (download) => downloads.push(download))
  let form = await open()
  const rounds: Round[] = (await fieldsOf(form).count()) === 0 ? ['empty'] : ['empty', 'nonsense']
  for (const round of rounds) {
    if (!(await form.isVisible())) form = await open()
    await settle()
    await fill(form, round)
    const before = on.url()
    const isSent = await submit(form)
    await settle()
    const { news, headlines } = await eventually(async () => {
      const told = await readTold(on)
      const isGone = on.url() !== before || !(await form.isVisible())
      const responds = told.news.length > 0 || told.isBlocked || isGone || downloads.length > 0
      expect(responds, `${round}: no response`).toBe(true)
      return told
    }, 10_000)
    expect(isSent, `${round}: the button is disabled`).toBe(true)
    const leaking = [...news, ...headlines].filter((text) => leaks.some((leak) => leak.test(text)))
    expect(leaking, round).toEqual([])
  }
}

describe.skipIf(chromium === undefined)('empty forms and forms with nonsense, in Chromium', () => {
  useOwner(chromium)
  const ids: Ids = {}
  beforeAll(async () => Object.assign(ids, await createOneOfEach()))

  const titled = forms.map(([path, ...steps]) => ({ path, steps, by: steps.map(([, name]) => name.source).join(', ') }))
  it.each(titled)('$path $by', async ({ path, steps }) => {
    await expectResponses(page, async () => {
      await page.goto(`${web.origin}/app${path.replace(/\$(\w+)/, (_, name: string) => ids[name] ?? name)}`, {
        waitUntil: 'commit',
      })
      await loaded(page)
      let within = page.getByRole('main')
      for (const [role, name] of steps) {
        const opener = within.getByRole(role, { name }).first()
        await opener.click({ force: role === 'radio' })
        if (role === 'button') within = page.getByRole('dialog')
      }
      const form = within.locator('form').first()
      await form.waitFor()
      await expand(form)
      return form
    })
  })

  it.each(pages)('%s', async (what, url) => {
    const context = await page.context().browser()?.newContext()
    if (context === undefined) throw new Error('There is no browser')
    const visitor = await context.newPage()
    if (what === 'consent') {
      await visitor.goto(`${web.origin}/login`)
      await enterCredentials(visitor, owner)
      await visitor.waitForURL(/\/app/)
    }
    await expectResponses(visitor, async () => {
      await visitor.goto(url(ids))
      await visitor.locator('form').first().waitFor()
      return visitor.locator('form').first()
    })
    await context.close()
  })
})
