import { describe, expect, it } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { findChromium } from './find-chromium.ts'
import { expectGoodLook } from './good-look.ts'
import { call, page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

describe.skipIf(chromium === undefined)('the history of QR codes and A/B tests, in Chromium on the real stack', () => {
  useOwner(chromium)

  const history = () => page.getByRole('dialog', { name: 'History' })
  const changes = () => history().getByRole('list', { name: 'Changes' }).getByRole('listitem')

  async function rollBackNewest(done: string): Promise<void> {
    const before = await changes().count()
    await changes().first().getByRole('button', { name: 'Roll back this and later changes' }).click()
    const confirmation = page.getByRole('dialog', { name: 'Roll back' })
    await expectGoodLook(page, 'the confirmation of a rollback')
    const plans = plansDuringRollback()
    await confirmation.getByRole('button', { name: 'Roll back' }).click()
    await page.getByText(done).waitFor()
    expect(plans).toEqual([])
    await eventually(async () => expect(await changes().count()).toBe(before + 1))
    await page.keyboard.press('Escape')
    await history().waitFor({ state: 'detached' })
  }

  /** The plans that are requested from the rollback on. */
  function plansDuringRollback(): unknown[] {
    const plans: unknown[] = []
    let hasBegun = false
    page.on('request', (request) => {
      if (!request.url().endsWith('/rollback')) return
      const body = request.postDataJSON() as { dry_run?: boolean }
      if (body.dry_run !== true) hasBegun = true
      else if (hasBegun) plans.push(body)
    })
    return plans
  }

  it('shows the changes of a code in words, and restores its content and design', async () => {
    const content = { content_type: 'url', content_data: { url: 'https://example.com/menu' } }
    const { data } = await call('POST', '/qr-codes/generate', { ...content, name: 'Menu', is_dynamic: true })
    const { id } = data.qrCode
    await call('PUT', `/qr-codes/${id}`, {
      name: 'Lunch',
      content_data: { url: 'https://example.com/lunch' },
      visual_settings: { margin: 8 },
    })
    await page.goto(`${web.origin}/app/qr-codes/${id}`)
    await page.getByRole('heading', { name: 'Lunch', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'History' }).click()
    await changes().first().getByText('https://example.com/lunch').waitFor()
    const shown = await changes().first().innerText()
    expect(shown).toContain('Margin')
    expect(shown.match(/Content/g)).toHaveLength(1)
    await expectGoodLook(page, 'the history of a code')
    await rollBackNewest('QR code rolled back')
    await page.getByRole('heading', { name: 'Menu', level: 1 }).waitFor()
    const { qrCode } = (await call('GET', `/qr-codes/${id}`)).data
    expect([qrCode.content_data.url, qrCode.visual_settings.margin]).toEqual(['https://example.com/menu', 4])
  })

  it('shows the changes of a test, and restores the weights of a running one', async () => {
    const variants = [50, 50].map((traffic_weight, index) => ({
      destination_url: `https://example.com/${index}`,
      traffic_weight,
    }))
    const { test } = await call('POST', '/url-ab-tests', { name: 'Headline', traffic_split_mode: 'weighted', variants })
    await call('POST', `/url-ab-tests/${test.id}/start`)
    const weighted = [80, 20].map((traffic_weight, index) => ({ id: test.variants[index].id, traffic_weight }))
    await call('PUT', `/url-ab-tests/${test.id}`, { variants: weighted })
    await page.goto(`${web.origin}/app/ab-tests/${test.id}`)
    await page.getByRole('button', { name: 'History' }).click()
    await changes().first().getByText('Variant A: https://example.com/0 (80%)').waitFor()
    await expectGoodLook(page, 'the history of a test')
    await rollBackNewest('A/B test rolled back')
    const [first] = (await call('GET', `/url-ab-tests/${test.id}`)).data.test.variants
    expect(first.traffic_weight).toBe(50)
  })

  it('sends no request to another host, and logs no browser errors', () => {
    expect(web.strays).toEqual([])
    expect(web.complaints).toEqual([])
  })
})
