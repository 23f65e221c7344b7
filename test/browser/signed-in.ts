import type { Page } from 'playwright-core'
import { owner, type WebStack } from './stack.ts'

/** Creates the owner of a new installation, who is then signed in. */
export async function becomeOwner(page: Page, { setupLink }: WebStack): Promise<void> {
  await page.goto(setupLink)
  await enterCredentials(page)
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
}

/** Fills in the form on the page, to set up or to sign in. */
export async function enterCredentials(page: Page, { email, password } = owner): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
}

/** Calls the API like the pages do, with the session of the browser. */
export async function signedInCaller({ context, origin }: WebStack) {
  const session = await context.request.get(`${origin}/api/app/session`)
  const { data } = (await session.json()) as { data: { csrf_token: string } }
  const headers = { 'x-csrf-token': data.csrf_token, origin }
  return async (method: string, path: string, body?: unknown) => {
    const ask = () =>
      context.request.fetch(`${origin}/api/v1${path}`, { method, headers, ...(body !== undefined && { data: body }) })
    let answer = await ask()
    // Drawing the first QR code of a worker can take longer than the 5 s that the API waits. The worker keeps the result.
    const mayBeLate = path === '/qr-codes/generate'
    for (let retries = 3; mayBeLate && answer.status() === 503 && retries > 0; retries -= 1) answer = await ask()
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
    return await answer.json()
  }
}
/** The first drawing of a worker can take longer than the page waits for it. */
export async function warmUpDrawing(call: SignedInCall): Promise<void> {
  await call('POST', '/qr-codes/generate', { content_type: 'text', content_data: { text: 'first' }, save: false })
}

export type SignedInCall = Awaited<ReturnType<typeof signedInCaller>>

const agentOf = (number: number): string =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.${number}.0 Safari/537.36`

/** The destinations of this many visitors, each with a different user agent. */
export async function visit({ shortOrigin }: WebStack, code: string, visitors: number, first = 0): Promise<URL[]> {
  const places = []
  for (let number = first; number < first + visitors; number += 1) {
    const headers = { 'user-agent': agentOf(number) }
    const answer = await fetch(`${shortOrigin}/${code}`, { redirect: 'manual', headers })
    places.push(new URL(answer.headers.get('location') ?? 'about:blank'))
  }
  return places
}
