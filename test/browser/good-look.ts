import type { Page } from 'playwright-core'
import { sizes } from './open-context.ts'
import { expectAccessibleIn, expectNoSidewaysScroll, loaded } from './stack.ts'
import { web } from './web.fixture.ts'

/** No axe violations and no overflow at each size, each in one theme, and no overflow on the narrowest screens. */
export async function expectGoodLook(page: Page, what: string, within?: string): Promise<void> {
  for (const [size, theme] of [
    ['wide', 'dark'],
    ['narrow', 'light'],
  ] as const) {
    await page.setViewportSize(sizes[size])
    await loaded(page)
    await expectAccessibleIn(page, [theme], `${what}, ${size}`, within)
    await expectNoSidewaysScroll(page, `${what}, ${size}`)
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await loaded(page)
  await expectNoSidewaysScroll(page, `${what} at 320 px`)
  await page.setViewportSize(sizes.wide)
}

/** Opens each path once. */
export async function expectGoodPages(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(new URL(path, web.origin).href)
    await loaded(page)
    await expectGoodLook(page, path)
  }
}
