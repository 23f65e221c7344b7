import { expect } from 'vitest'
import { eventually } from '../stack/eventually.ts'
import { call, page, web } from './web.fixture.ts'

export const unset = { utm_source: null, utm_medium: null, utm_campaign: null, utm_term: null, utm_content: null }

/** Those below others are hidden from screen readers. */
const dialogs = () => page.locator('[role="dialog"]')
/** The dialog on top. */
export const dialog = () => dialogs().last()
export const button = (name: string | RegExp) => dialog().getByRole('button', { name })
export const option = (name: string | RegExp) => page.getByRole('option', { name })
export const field = (name: string) => dialog().locator(`[name="${name}"]`)
export const template = () => dialog().getByRole('combobox', { name: 'Template' })
export const finalUrl = async () => (await dialog().locator('code').first().innerText()).trim()
export const read = async (code: string) => (await call('GET', `/short-urls/${code}`)).data

/** Waits for this number of open dialogs. */
export const opened = async (count: number) => await eventually(async () => expect(await dialogs().count()).toBe(count))

export async function fieldsAre(expected: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(expected)) {
    await eventually(async () => expect(await field(name).inputValue(), name).toBe(value))
  }
}

/** Opens the form of a new link. */
export async function open(): Promise<void> {
  await page.goto(`${web.origin}/app/links`)
  await page.getByRole('heading', { name: 'Links', level: 1 }).waitFor()
  await page
    .getByRole('main')
    .getByRole('button', { name: /create/i })
    .first()
    .click()
  await field('url').waitFor()
}

/** Without a draft for the next form. */
export const leave = async () => await page.evaluate(() => sessionStorage.clear())

export async function paste(url: string): Promise<void> {
  await page.evaluate((text) => navigator.clipboard.writeText(text), url)
  await field('url').focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Control+V')
}
