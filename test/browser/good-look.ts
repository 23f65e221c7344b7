import type { Page } from 'playwright-core'
import { expectAccessible, expectNoSidewaysScroll, loaded, sizes } from './stack.ts'
import { web } from './web.fixture.ts'

interface Look {
  path: string
  /** What there is to see, for who reads of a failure. */
  what: string
  size: keyof typeof sizes
}

const narrowest = 320

/** Opens a page of the app: clean for axe, and nothing stands out of it, on the narrowest screens neither. */
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
