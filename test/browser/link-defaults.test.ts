import { describe, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { expectAccessible } from './stack.ts'
import {
  button,
  dialog,
  field,
  fieldsAre,
  finalUrl,
  leave,
  open,
  opened,
  option,
  paste,
  read,
  template,
  unset,
} from './utm.fixture.ts'
import { call, page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

describe.skipIf(chromium === undefined)('link defaults, in Chromium on the real stack', () => {
  useOwner(chromium)

  const put = async (host: string | null, tags: string[], redirect_type: number) => {
    await page.goto(`${web.origin}/app/domains`)
    const name = `Link defaults of ${host ?? new URL(web.shortOrigin).host}`
    await page.getByRole('button', { name }).click()
    await dialog().getByRole('heading', { name }).waitFor()
    await dialog()
      .getByRole('combobox', { name: 'Tags' })
      .fill(`${tags.join(', ')},`)
    await field('redirect_type').selectOption(String(redirect_type))
  }
  const save = async () => {
    await dialog().getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Link defaults saved').waitFor()
    await opened(0)
  }
  const tag = (name: string) => dialog().getByRole('button', { name: `Remove tag ${name}` })

  it('are set for the base domain and for a subdomain', async () => {
    await call('POST', '/domains/subdomains', { subdomain: 'boutique' })
    await call('POST', '/utm-templates', {
      name: 'Search ads',
      utm_source: 'ads',
      utm_medium: 'cpc',
      utm_term: 'shoes',
    })
    const { data: campaign } = await call('POST', '/campaigns', { name: 'Autumn' })
    await put(null, ['base'], 307)
    await dialog().getByRole('combobox', { name: 'UTM template' }).click()
    await option(/Search ads/).click()
    await dialog().getByRole('combobox', { name: 'Campaign' }).click()
    await option('Autumn').click()
    await dialog().getByLabel('Expires after (days)').fill('0')
    await dialog().getByRole('button', { name: 'Save', exact: true }).click()
    await eventually(async () => expect(await dialog().locator('[aria-invalid="true"]').count()).toBe(1))
    await dialog().getByLabel('Expires after (days)').fill('30')
    await expectAccessible(page, 'link defaults', '[role="dialog"]')
    await save()
    await put(`boutique.${new URL(web.shortOrigin).host}`, ['boutique'], 301)
    await save()
    await open()
    await dialog().getByText('Filled in with the link defaults of').waitFor()
    await fieldsAre({ redirect_type: '307', utm_source: 'ads', utm_medium: 'cpc', utm_term: 'shoes' })
    await tag('base').waitFor()
    expect(await field('expires_at').inputValue()).toMatch(/^20\d\d-/)
    expect(await template().inputValue()).toBe('Search ads')
    await expectAccessible(page, 'a form with defaults', '[role="dialog"]')
    await field('url').fill('example.com/defaults')
    await field('custom_alias').fill('defaults')
    await field('utm_term').fill('')
    await button(/Create and copy/).click()
    await page.getByText('Link created and copied').waitFor()
    expect(await read('defaults')).toMatchObject({
      redirect_type: 307,
      tags: ['base'],
      campaign_id: campaign.id,
      expires_at: expect.any(String),
      utm: { ...unset, utm_source: 'ads', utm_medium: 'cpc' },
    })
  })

  it('follow the domain in fields that were not changed, and leave no draft', async () => {
    await open()
    await tag('base').waitFor()
    await page.keyboard.press('Escape')
    await opened(0)
    await page.keyboard.press('c')
    await tag('base').waitFor()
    expect(await page.getByText('Draft restored').count()).toBe(0)
    await field('utm_source').fill('typed')
    await dialog().getByRole('combobox', { name: 'Domain' }).click()
    await option(/^boutique\./).click()
    await tag('boutique').waitFor()
    await fieldsAre({ redirect_type: '301', utm_source: 'typed', utm_medium: '', expires_at: '' })
    expect(await tag('base').count()).toBe(0)
    await page.keyboard.press('Escape')
    await opened(0)
    await page.keyboard.press('c')
    await page.getByText('Draft restored').waitFor()
    await tag('boutique').waitFor()
    await fieldsAre({ redirect_type: '301', utm_source: 'typed', utm_medium: '' })
    await button('Discard').click()
    await tag('base').waitFor()
    await fieldsAre({ redirect_type: '307', utm_source: 'ads' })
    await leave()
  })

  it('give way to the UTM parameters of a pasted URL', async () => {
    await open()
    await tag('base').waitFor()
    await paste('https://example.com/?utm_source=pasted')
    await fieldsAre({ url: 'https://example.com/', utm_source: 'pasted', utm_medium: 'cpc' })
    await button('Undo').click()
    await fieldsAre({ url: 'https://example.com/?utm_source=pasted', utm_source: 'ads' })
    expect(await finalUrl()).toContain('utm_source=ads')
    await leave()
  })

  it('arrive in a form that is open, and change nothing that was typed', async () => {
    let arrive = () => {}
    const held = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route('**/api/app/link-defaults', async (route) => {
      await held
      await route.continue()
    })
    await open()
    await page.keyboard.type('example.com/typed')
    await button('UTM').click()
    await field('utm_source').fill('typed')
    expect(await tag('base').count()).toBe(0)
    arrive()
    await tag('base').waitFor()
    await fieldsAre({ url: 'example.com/typed', utm_source: 'typed', utm_medium: 'cpc', redirect_type: '307' })
    await page.unroute('**/api/app/link-defaults')
    await page.keyboard.press('Escape')
    await opened(0)
    await page.keyboard.press('c')
    await page.getByText('Draft restored').waitFor()
    await fieldsAre({ url: 'example.com/typed', utm_source: 'typed', utm_medium: 'cpc', redirect_type: '307' })
    await leave()
  })

  it('follow a tag to its new name', async () => {
    await open()
    await tag('base').waitFor()
    await page.keyboard.press('Escape')
    await opened(0)
    await page.getByRole('link', { name: 'Tags', exact: true }).click()
    await page.getByRole('button', { name: 'Edit base' }).click()
    await dialog().getByLabel('Name').fill('basic')
    const reloaded = page.waitForResponse('**/api/app/link-defaults')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await opened(0)
    await reloaded
    await page.keyboard.press('c')
    await tag('basic').waitFor()
    expect(await tag('base').count()).toBe(0)
    await leave()
  })

  it('leave an existing link as it is', async () => {
    const utm = { utm_source: 'newsletter', utm_medium: 'email' }
    await call('POST', '/short-urls', { url: 'https://example.com/', custom_alias: 'existing', ...utm })
    await page.goto(`${web.origin}/app/links/${(await read('existing')).id}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await dialog().waitFor()
    await fieldsAre(utm)
    expect([await tag('base').count(), await dialog().getByText('link defaults').count()]).toEqual([0, 0])
    await leave()
  })
})
