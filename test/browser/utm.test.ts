import { describe, expect, it } from 'vitest'
import { findChromium } from './find-chromium.ts'
import { keepToasts } from './hold-timers.ts'
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

describe.skipIf(chromium === undefined)('UTM parameters, in Chromium on the real stack', () => {
  useOwner(chromium)
  const templates = async () => (await call('GET', '/utm-templates')).data

  it('saves what was typed as a template, without sending the form of the link', async () => {
    await open()
    await button('UTM').click()
    expect(await template().count(), 'without templates').toBe(0)
    await field('url').fill('example.com/one')
    await field('custom_alias').fill('by-hand')
    await field('utm_source').fill('newsletter')
    await field('utm_medium').fill('email')
    await button('Save as template').click()
    await dialog().getByRole('heading', { name: 'Create UTM template' }).waitFor()
    await fieldsAre({ utm_source: 'newsletter', utm_medium: 'email', utm_term: '' })
    await page.keyboard.type('Typed at once')
    expect(await dialog().getByLabel('Name').inputValue()).toBe('Typed at once')
    await dialog().getByLabel('Name').fill('')
    await expectAccessible(page, 'saving a template', '[role="dialog"]')
    await button('Create template').click()
    await dialog().getByText('Enter a name.').waitFor()
    await dialog().getByLabel('Name').fill('Newsletter')
    await page.keyboard.press('Enter')
    await page.getByText('Template Newsletter created').waitFor()
    await opened(1)
    expect(await template().inputValue()).toBe('Newsletter')
    expect(await templates()).toMatchObject([
      { ...unset, name: 'Newsletter', utm_source: 'newsletter', utm_medium: 'email' },
    ])
    expect((await call('GET', '/short-urls?search=example.com/one')).data).toEqual([])
    await button(/Create and copy/).click()
    await page.getByText('Link created and copied').waitFor()
    expect((await read('by-hand')).utm).toEqual({ ...unset, utm_source: 'newsletter', utm_medium: 'email' })
  })

  it('fills the fields from a template by keyboard, keeps other values, and replaces a former template', async () => {
    await call('POST', '/utm-templates', { name: 'Ads', utm_source: 'ads', utm_term: 'shoes' })
    await open()
    await field('url').fill('example.com/two')
    await field('custom_alias').fill('by-template')
    await button('UTM').click()
    await template().waitFor()
    await field('utm_content').fill('footer')
    await template().focus()
    await page.keyboard.type('news')
    await option(/Newsletter/).waitFor()
    await page.keyboard.press('Enter')
    await fieldsAre({ utm_source: 'newsletter', utm_medium: 'email', utm_content: 'footer' })
    expect(await template().inputValue()).toBe('Newsletter')
    await expectAccessible(page, 'a chosen template', '[role="dialog"]')
    await template().click()
    await option(/Ads/).click()
    await fieldsAre({ utm_source: 'ads', utm_medium: '', utm_term: 'shoes', utm_content: 'footer' })
    await button(/Create and copy/).click()
    await page.getByText('Link created and copied').waitFor()
    const { utm } = await read('by-template')
    expect(utm).toEqual({ ...unset, utm_source: 'ads', utm_term: 'shoes', utm_content: 'footer' })
  })

  it('updates a template from the form, and undoes that', async () => {
    await open()
    await keepToasts(page)
    await button('UTM').click()
    await template().click()
    await option(/Ads/).click()
    await field('utm_campaign').fill('autumn')
    await button('Update “Ads”').click()
    await page.getByText('Ads updated').waitFor()
    expect(await templates()).toMatchObject([{ name: 'Ads', utm_campaign: 'autumn' }, { name: 'Newsletter' }])
    await button('Update “Ads”').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Ads restored').waitFor()
    expect(await templates()).toMatchObject([{ name: 'Ads', utm_campaign: null, utm_term: 'shoes' }, {}])
    await leave()
  })

  it('renames, changes and deletes templates, and returns to the form', async () => {
    await open()
    await button('UTM').click()
    await button('Manage templates').click()
    await dialog().getByRole('list', { name: 'UTM templates' }).waitFor()
    await expectAccessible(page, 'templates', '[role="dialog"]')
    await button('Edit Ads').click()
    await dialog().getByLabel('Name').fill('newsletter')
    await button('Save').click()
    await dialog().getByText('Another UTM template has this name').waitFor()
    await dialog().getByLabel('Name').fill('Search ads')
    await field('utm_medium').fill('cpc')
    await page.keyboard.press('Enter')
    await opened(2)
    await dialog().getByText('ads · cpc · shoes').waitFor()
    await button('Delete Newsletter').click()
    await button('Delete template').click()
    await page.getByText('Newsletter deleted').waitFor()
    await opened(2)
    await button('Delete Newsletter').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await opened(1)
    await template().click()
    await option(/Search ads/).waitFor()
    expect(await page.getByRole('option').count()).toBe(1)
    expect(await templates()).toMatchObject([{ name: 'Search ads', utm_source: 'ads', utm_medium: 'cpc' }])
    await leave()
  })

  const full = 'https://example.com/p?a=%7e&utm_source=mail&b=1+2&utm_campaign=a%20b&utm_id=7#end'

  it('moves the UTM parameters of a pasted URL to the fields, and back', async () => {
    await open()
    await paste(full)
    await dialog().getByText('Moved from the URL to the UTM fields: utm_source, utm_campaign.').waitFor()
    const moved = { url: 'https://example.com/p?a=%7e&b=1+2&utm_id=7#end', utm_source: 'mail', utm_campaign: 'a b' }
    await fieldsAre(moved)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'the focus stays').toBe('url')
    const visited = 'https://example.com/p?a=%7e&b=1+2&utm_id=7&utm_source=mail&utm_campaign=a+b#end'
    expect(await finalUrl()).toBe(visited)
    await expectAccessible(page, 'moved UTM parameters', '[role="dialog"]')
    await button('Undo').click()
    await fieldsAre({ url: full, utm_source: '', utm_campaign: '' })
    expect(await finalUrl()).toBe(full)
    await button('Move to the UTM fields').click()
    await fieldsAre(moved)
    await page.keyboard.press('Escape')
    await opened(0)
    await page.keyboard.press('c')
    await page.getByText('Draft restored').waitFor()
    await fieldsAre(moved)
    await field('custom_alias').fill('pasted')
    await button(/Create and copy/).click()
    await page.getByText('Link created and copied').waitFor()
    expect(await read('pasted')).toMatchObject({
      original_url: moved.url,
      utm: { ...unset, utm_source: 'mail', utm_campaign: 'a b' },
    })
    const visit = await fetch((await read('pasted')).short_url, { redirect: 'manual' })
    expect(visit.headers.get('location')).toBe(visited)
  })

  it('another pasted URL replaces the values of the first, but not typed ones', async () => {
    await open()
    await button('UTM').click()
    await field('utm_medium').fill('typed')
    await paste('https://example.com/?utm_source=one&utm_medium=one')
    await fieldsAre({ url: 'https://example.com/?utm_medium=one', utm_source: 'one', utm_medium: 'typed' })
    expect(await finalUrl()).toBe('https://example.com/?utm_source=one&utm_medium=typed')
    await paste('https://example.com/?utm_term=two')
    await fieldsAre({ url: 'https://example.com/', utm_source: '', utm_medium: 'typed', utm_term: 'two' })
    await paste('https://example.com/three')
    await fieldsAre({ url: 'https://example.com/three', utm_medium: 'typed', utm_term: '' })
    await leave()
  })

  it('reads the UTM parameters of a URL that is pasted outside of a field', async () => {
    await page.goto(`${web.origin}/app/links`)
    await page.getByRole('list', { name: 'Links' }).waitFor()
    await page.evaluate((text) => navigator.clipboard.writeText(text), 'https://example.com/?utm_source=outside')
    await page.keyboard.press('Control+V')
    await dialog().getByText('Moved from the URL').waitFor()
    await fieldsAre({ url: 'https://example.com/', utm_source: 'outside' })
    expect(await finalUrl()).toBe('https://example.com/?utm_source=outside')
    await leave()
  })

  it('only offers to move the parameters of a typed URL and of an existing link', async () => {
    await open()
    await field('url').fill('example.com/?utm_source=typed')
    await dialog().getByText('The URL has UTM parameters: utm_source.').waitFor()
    await field('custom_alias').fill('typed')
    await button(/Create and copy/).click()
    await page.getByText('Link created and copied').waitFor()
    expect(await read('typed')).toMatchObject({
      original_url: 'https://example.com/?utm_source=typed',
      utm: unset,
    })
    await page.goto(`${web.origin}/app/links/${(await read('typed')).id}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await dialog().waitFor()
    expect(await dialog().getByText('The URL has UTM parameters').count()).toBe(0)
    await button('UTM').click()
    await button('Move to the UTM fields').click()
    await fieldsAre({ url: 'https://example.com/', utm_source: 'typed' })
    await dialog().getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Link saved').waitFor()
    expect(await read('typed')).toMatchObject({
      original_url: 'https://example.com/',
      utm: { ...unset, utm_source: 'typed' },
    })
  })
})
