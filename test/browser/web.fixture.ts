import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { becomeOwner, type SignedInCall, signedInCaller } from './signed-in.ts'
import { startWebStack, type WebStack } from './stack.ts'

export let web: WebStack
export let page: Page
/** By the session of the owner. */
export let call: SignedInCall

/** An installation of the file's own, on which nobody has been, and a page of the browser in front of it. */
export function useWeb(executablePath: string | undefined, settings: NodeJS.ProcessEnv = {}): void {
  beforeAll(async () => {
    web = await startWebStack(executablePath ?? '', settings)
    page = await web.newPage()
  })
  afterAll(() => web?.close())
}

/** The same with its owner, who is signed in. */
export function useOwner(executablePath: string | undefined, settings: NodeJS.ProcessEnv = {}): void {
  useWeb(executablePath, settings)
  beforeAll(async () => {
    await becomeOwner(page, web)
    call = await signedInCaller(web)
  })
}
