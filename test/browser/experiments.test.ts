import { describe, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { expectGoodPages } from './good-look.ts'
import { keepToasts } from './hold-timers.ts'
import { visit } from './signed-in.ts'
import { expectAccessible } from './stack.ts'
import { call, page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

describe.skipIf(chromium === undefined)('A/B tests, in Chromium on the real stack', () => {
  useOwner(chromium)
  let qrTest: string

  const dialog = () => page.getByRole('dialog')
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const told = (text: string | RegExp) => page.getByRole('heading', { name: text, level: 2 })
  const variants = () => page.getByRole('list', { name: 'Variants' }).getByRole('listitem')

  it('sends visitors to variants, shows results live, and sends all visitors to the winner', async () => {
    await page.goto(`${web.origin}/app/ab-tests`)
    await page.getByText('An A/B test splits the traffic of one link').waitFor()
    await page.getByText('With the API').click()
    await page.getByText('/api/v1/url-ab-tests').waitFor()
    await button('Create A/B test').first().click()
    await dialog().getByLabel('Name', { exact: true }).fill('Headline')
    await dialog().getByLabel('Short link').fill('split')
    await dialog().getByLabel('Variant A destination').fill('example.com/a')
    await dialog().getByLabel('Variant B destination').fill('https://example.com/b')
    await dialog().getByLabel('Minimum sample size').fill('15')
    await expectAccessible(page, 'the dialog')
    await button('Create and start').click()
    await page.getByRole('heading', { name: 'Headline', level: 1 }).waitFor()
    await page.getByText('Running', { exact: true }).waitFor()
    // Fewer than a variant needs, but enough that both have visitors in all but one of 8,192 runs.
    const early = await visit(web, 'split', 14)
    await page.getByText(/The lowest count so far is [1-7]\./).waitFor()
    expect(await page.getByText(/is ahead/).count(), 'no leader yet').toBe(0)

    const places = [...early, ...(await visit(web, 'split', 46, 14))]
    const toB = places.filter(({ pathname }) => pathname === '/b')
    for (const { searchParams } of toB) await call('POST', '/conversions', { click_id: searchParams.get('click_id') })
    await told('Variant B is ahead').waitFor()
    await eventually(async () => {
      const [a, b] = await variants().allInnerTexts()
      expect(a?.split(/\s+/)).toEqual(expect.arrayContaining([String(60 - toB.length), '0%', 'baseline']))
      expect(b?.split(/\s+/)).toEqual(expect.arrayContaining([String(toB.length), '100%', '<', '0.001']))
    })
    const row = page.getByRole('table').getByRole('row', { name: /^Variant B/ })
    expect(await row.innerText()).toMatch(/to 100%/)

    await keepToasts(page)
    await button('Pause').click()
    await page.getByText('Paused', { exact: true }).waitFor()
    await eventually(async () => expect((await visit(web, 'split', 1))[0]?.search).toBe(''))
    await button('Undo').click()
    await page.getByText('Running', { exact: true }).waitFor()

    await button('Complete').click()
    expect(
      await dialog()
        .getByRole('radio', { name: /Variant B/ })
        .isChecked(),
    ).toBe(true)
    await button('Complete with Variant B').click()
    await told('Variant B won').waitFor()
    const after = await visit(web, 'split', 20)
    expect(new Set(after.map(String))).toEqual(new Set(['https://example.com/b']))
  })

  it('works with the keyboard alone: weights, start, changed weights, deletion', async () => {
    await page.goto(`${web.origin}/app/ab-tests`)
    await page.getByRole('link', { name: 'Headline' }).waitFor()
    await button('Create A/B test').focus()
    await page.keyboard.press('Enter')
    await dialog().getByLabel('Name', { exact: true }).waitFor()
    await page.keyboard.type('By keys')
    await dialog().getByLabel('Variant A destination').focus()
    await page.keyboard.type('example.com/one')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('example.com/two')
    await dialog().getByRole('radio', { name: 'Equally' }).focus()
    await page.keyboard.press('ArrowRight')
    await dialog().getByLabel('Variant A weight').focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('90')
    await dialog().getByText('Weights must add up to 100%: 40% over.').waitFor()
    await button('Save as draft').focus()
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.closest('fieldset')?.textContent)).toContain('40% over')
    await dialog().getByLabel('Variant B weight').focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('10')
    await dialog().getByText('Total: 100%.').waitFor()
    await button('Save as draft').focus()
    await page.keyboard.press('Enter')
    await told('Not started').waitFor()
    await button('Start').focus()
    await page.keyboard.press('Enter')
    await button('Edit weights').focus()
    await page.keyboard.press('Enter')
    await dialog().getByRole('radio', { name: 'By weight' }).focus()
    await page.keyboard.press('ArrowLeft')
    await button('Save').focus()
    await page.keyboard.press('Enter')
    await dialog().waitFor({ state: 'detached' })
    await page.getByText('Split equally').waitFor()
    await button('Pause').focus()
    await page.keyboard.press('Enter')
    await button('Delete').focus()
    await page.keyboard.press('Enter')
    await dialog().getByRole('button', { name: 'Delete' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('By keys deleted').waitFor()
    expect((await call('GET', '/url-ab-tests')).tests).toHaveLength(1)
  })

  it('takes a double click on Start for one', async () => {
    const variants = [{ destination_url: 'https://example.com/1' }, { destination_url: 'https://example.com/2' }]
    const { test } = await call('POST', '/url-ab-tests', { name: 'Twice', variants })
    const moves: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes(test.id))
        moves.push(request.url().split('/').at(-1) ?? '')
    })
    await page.goto(`${web.origin}/app/ab-tests/${test.id}`)
    await button('Start').dblclick()
    await page.getByText('Test started').waitFor()
    await button('Pause').waitFor()
    expect(moves).toEqual(['start'])
    // The page of a running test reads it again and again.
    await page.goto('about:blank')
    await call('POST', `/url-ab-tests/${test.id}/pause`)
    await call('DELETE', `/url-ab-tests/${test.id}`)
  })

  it('explains why a link cannot be tested, and tests a QR code', async () => {
    await call('POST', '/short-urls', { url: 'https://example.com/', custom_alias: 'unseen', tracking_enabled: false })
    const content = { content_type: 'url', content_data: { url: 'https://example.com/menu' } }
    await call('POST', '/qr-codes/generate', { ...content, is_dynamic: true, tracking_enabled: true, name: 'Menu' })
    await page.goto(`${web.origin}/app/ab-tests?of=qr`)
    await page.getByText('splits the scans of one QR code').waitFor()
    await button('Create A/B test').first().click()
    await page.getByRole('dialog').getByText('Link', { exact: true }).click()
    await dialog().getByText('Use existing', { exact: true }).click()
    await dialog().getByLabel('Choose a link').fill('unseen')
    const refused = dialog().getByRole('option', { name: /unseen\s*Click tracking is off/ })
    await refused.waitFor()
    expect(await refused.getAttribute('aria-disabled')).toBe('true')
    await dialog().getByText('QR code', { exact: true }).click()
    await dialog().getByLabel('Choose a QR code').click()
    await dialog().getByRole('option', { name: /^Menu/ }).click()
    await dialog().getByLabel('Name', { exact: true }).fill('Pictures or words')
    await dialog().getByLabel('Variant A destination').fill('https://example.com/pictures')
    await dialog().getByLabel('Variant B destination').fill('https://example.com/words')
    await dialog().getByLabel('Track conversions').uncheck()
    await button('Create and start').click()
    await told('Splitting traffic').waitFor()
    qrTest = page.url()
    await page.getByRole('link', { name: 'A/B tests' }).first().click()
    await page.getByRole('main').getByText('QR codes', { exact: true }).click()
    await page.getByRole('link', { name: 'Pictures or words' }).waitFor()
  })

  it('has no axe violations at both widths, in both themes', async () => {
    const [{ id }] = (await call('GET', '/url-ab-tests')).tests
    const other = await web.newPage()
    await expectGoodPages(other, ['/app/ab-tests', '/app/ab-tests?status=paused', `/app/ab-tests/${id}`, qrTest])
    await other.close()
  })

  it('sends no request to another host, and logs no browser errors', () => {
    expect(web.strays).toEqual([])
    expect(web.complaints).toEqual([])
  })
})
