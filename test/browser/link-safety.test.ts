import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectPostgres, type Sql } from '#runtime/postgres.ts'
import { findChromium } from './find-chromium.ts'
import { expectGoodLook } from './good-look.ts'
import { expectAccessible, expectNoSidewaysScroll } from './stack.ts'
import { call, page, useOwner, web } from './web.fixture.ts'

const chromium = await findChromium()

describe.skipIf(chromium === undefined)('link safety, in Chromium', () => {
  useOwner(chromium, { PROTECTED_NAMES: 'bank.example' })

  let sql: Sql
  let link: { id: string; short_url: string; short_code: string }
  beforeAll(async () => {
    sql = connectPostgres(web.urls.database_url, { name: 'test', max: 1 })
    link = (await call('POST', '/short-urls', { url: 'https://bаnk.example/login', custom_alias: 'harmful' })).data
  })
  afterAll(() => sql.end())

  it('a visitor reports a link, and the owner of the installation sees it on the System page', async () => {
    const visitor = await web.newPage('narrow')
    await visitor.goto(`${web.shortOrigin}/report`)
    await expectAccessible(visitor, 'the form')
    await expectNoSidewaysScroll(visitor, 'the form')
    await visitor.getByLabel('Short link').fill('nothing')
    await visitor.getByRole('button', { name: 'Send report' }).click()
    await visitor.getByText('Enter a short link').waitFor()
    await visitor.getByLabel('Short link').fill(link.short_url)
    await visitor.getByLabel('Reason').selectOption('spam')
    await visitor.getByLabel('Details (optional)').fill('It looks like my bank')
    await visitor.getByRole('button', { name: 'Send report' }).click()
    await visitor.getByRole('heading', { name: 'Thank you' }).waitFor()
    await visitor.close()

    await page.goto(`${web.origin}/app/system`)
    const card = page.getByRole('region', { name: 'Reported links' })
    await card.getByText('It looks like my bank').waitFor()
    await card.getByText('1 report: spam').waitFor()
    await expectGoodLook(page, 'the System page with a report')
  })

  it('shows a notice next to a destination that looks like a protected name', async () => {
    await page.goto(`${web.origin}/app/links/${link.id}`)
    const notice = page.getByText('This destination looks like bank.example')
    await notice.waitFor()
    expect(await notice.innerText()).toContain('The operator of this installation will be notified.')
  })

  it('marks a link in quarantine in the list, and explains it on its page', async () => {
    await sql`
      update links set quarantined_at = now(), quarantine_reason = 'Phishing', rev = nextval('link_rev')
      where id = ${link.id}`
    await page.goto(`${web.origin}/app/links?status=quarantined`)
    const row = page.getByRole('list', { name: 'Links' }).getByRole('listitem')
    await row.getByText('Quarantined').waitFor()
    expect(await row.count()).toBe(1)
    await row.getByRole('link', { name: 'harmful' }).click()
    await page.getByRole('region', { name: 'This link is quarantined' }).getByText('stopped it: Phishing.').waitFor()
    await expectGoodLook(page, 'the page of a link in quarantine')
  })

  it('explains that the URLs of a domain are in quarantine', async () => {
    const { data } = await call('POST', '/domains/subdomains', {
      subdomain: 'stopped',
      not_found_url: 'https://example.com/',
    })
    await sql`
      update domains set quarantined_at = now(), quarantine_reason = 'Phishing.', rev = nextval('link_rev')
      where id = ${data.id}`
    await page.goto(`${web.origin}/app/domains`)
    const notice = page.getByRole('region', { name: /^The URLs of stopped\.localhost(:\d+)? are quarantined$/ })
    await notice.getByText('stopped them: Phishing. Visitors see pages').waitFor()
    await expectGoodLook(page, 'Domains with a domain in quarantine')
  })

  it('sends no request to another host, and logs no browser errors', () => {
    expect(web.strays).toEqual([])
    expect(web.complaints.filter((text) => !text.includes('422'))).toEqual([])
  })
})
