import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { becomeOwner, type SignedInCall, signedInCaller } from './signed-in.ts'
import { startWebStack, startWholeStack, type WebStack } from './stack.ts'

export let web: WebStack
export let page: Page
/** By the session of the owner. */
export let call: SignedInCall

/** All of Waymark as npm start runs it, on which nobody has been, and a page of the browser in front of it. */
export function useWholeWeb(executablePath: string | undefined): void {
  usePage(() => startWholeStack(executablePath ?? ''))
}

/** An installation of the file's own in this process, with its owner, who is signed in. */
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
  afterAll(() => web?.close())
}
