import { beforeAll } from 'vitest'
import { call, page, useOwner, web } from './web.fixture.ts'

interface Link {
  id: string
  short_url: string
  tags: string[]
  [field: string]: unknown
}

/** A separate installation with the campaign Spring. */
export function useLinks(executablePath: string | undefined): void {
  useOwner(executablePath)
  beforeAll(async () => {
    await call('POST', '/campaigns', { name: 'Spring' })
  })
}

export const readLink = async (code: string) => (await call('GET', `/short-urls/${code}`)).data as Link

export async function openList(query = ''): Promise<void> {
  await page.goto(`${web.origin}/app/links${query}`)
  await page.getByRole('list', { name: 'Links' }).waitFor()
}

export const dialogIsGone = () => page.getByRole('dialog').waitFor({ state: 'detached' })
export const chip = (name: string) => page.getByRole('dialog').getByRole('button', { name })
