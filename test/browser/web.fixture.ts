import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { becomeOwner, type SignedInCall, signedInCaller } from './signed-in.ts'
import { startWebStack, startWholeStack, type WebStack } from './stack.ts'

const shownText = 1_500
const evaluationMs = 5_000

export let web: WebStack
export let page: Page
/** Uses the owner's session. */
export let call: SignedInCall

/** The complete product as npm start runs it, without users, and a page of the browser. */
export function useWholeWeb(executablePath: string | undefined): void {
  usePage(() => startWholeStack(executablePath ?? ''))
}

/** A separate installation for the test file in this process, with a signed-in owner. */
export function useOwner(executablePath: string | undefined, settings: NodeJS.ProcessEnv = {}): void {
  usePage(() => startWebStack(executablePath ?? '', settings))
  beforeAll(async () => {
    await becomeOwner(page, web)
    call = await signedInCaller(web)
  })
}

function usePage(start: () => Promise<WebStack>): void {
  beforeAll(async () => {
    web = await start()
    page = await web.newPage()
  })
  // A page that Chromium has stopped rendering would fail all further tests of the file.
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    const open = [...web.openRequests].map((request) => `${request.method()} ${request.url()}`)
    console.log('Requests without a complete response:', open)
    for (const shown of web.context.pages()) console.log(`The page ${shown.url()} shows:`, await textOf(shown))
    const url = page.url()
    void page.close().catch(() => undefined)
    page = await web.newPage()
    await page.goto(url).catch(() => undefined)
  })
  afterAll(() => web?.close())
}

/** The beginning of its text, also if Chromium has stopped rendering it. */
const textOf = (shown: Page) =>
  Promise.race([
    shown.evaluate((length) => document.body.innerText.slice(0, length), shownText).catch(String),
    setTimeout(evaluationMs, 'nothing: it does not respond'),
  ])
