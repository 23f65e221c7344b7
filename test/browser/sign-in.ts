import type { Page } from 'playwright-core'
import { owner, type WebStack } from './stack.ts'

/** Makes the owner, as the printed link does, and leaves the page in the app. */
export async function becomeOwner(page: Page, { setupLink }: WebStack): Promise<void> {
  await page.goto(setupLink)
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/app/)
}

/** Asks the interface as the page does: with its session. */
export async function callApi<Data>(page: Page, method: string, path: string, body?: unknown): Promise<Data> {
  return await page.evaluate(
    async ([how, where, what]) => {
      const session = await (await fetch('/api/app/session')).json()
      const response = await fetch(`/api/v1${where}`, {
        method: how,
        headers: { 'content-type': 'application/json', 'x-csrf-token': session.data.csrf_token },
        ...(what !== null && { body: what }),
      })
      const answer = await response.json()
      if (!response.ok) throw new Error(JSON.stringify(answer))
      return answer.data
    },
    [method, path, body === undefined ? null : JSON.stringify(body)] as [string, string, string | null],
  )
}
