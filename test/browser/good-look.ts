import type { Page } from 'playwright-core'
import { expectAccessible, expectNoSidewaysScroll, loaded, sizes } from './stack.ts'
import { web } from './web.fixture.ts'

interface Look {
  path: string
  /** Description of the page, for failure messages. */
  what: string
  size: keyof typeof sizes
}

const narrowest = 320

/** Opens a page of the app, and checks that it passes axe and does not overflow, even on the narrowest screens. */
export async function expectGoodLook(page: Page, { path, what, size }: Look): Promise<void> {
  await page.goto(`${web.origin}${path}`)
  await loaded(page)
  await expectAccessible(page, `${what} ${size}`)
  for (const width of [sizes[size].width, narrowest]) {
    await page.setViewportSize({ width, height: sizes[size].height })
    await expectNoSidewaysScroll(page, `${what} at ${width} px`)
  }
  await page.setViewportSize(sizes[size])
}
