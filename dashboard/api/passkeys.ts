import type { z } from 'zod'
import type { passkey, passkeyList } from '#schemas/passkeys.ts'
import { change } from './client.ts'
import { Failure } from './failure.ts'
import { readQuery } from './pages.ts'

export type Passkey = z.output<typeof passkey>

const path = '/api/app/passkeys'

export const passkeysQuery = readQuery<z.output<typeof passkeyList>>(['passkeys'], path)

export const renamePasskey = (id: string, name: string) => change<Passkey>('PUT', `${path}/${id}`, { body: { name } })
export const removePasskey = (id: string) => change('DELETE', `${path}/${id}`)

/** The browser creates the passkey, and the API stores its public key. */
export async function addPasskey(name: string): Promise<Passkey> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
  const optionsJSON = await change<Options>('POST', `${path}/options`, { isQuestion: true })
  const response = await fromBrowser(startRegistration({ optionsJSON }))
  return await change<Passkey>('POST', path, { body: { name, response } })
}

export async function confirmPasskey(): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
  const confirm = '/api/app/confirm-passkey'
  const optionsJSON = await change<Options>('POST', `${confirm}/options`, { isQuestion: true })
  const response = await fromBrowser(startAuthentication({ optionsJSON }))
  await change('POST', confirm, { body: { response }, isQuestion: true })
}

/** Why passkeys do not work in this browser at this URL; null if they do. */
export function whyNoPasskeys(isSupported: boolean): string | null {
  if (!isSupported || !window.isSecureContext)
    return 'Passkeys need an https URL with a host name. Open Waymark at one, or ask the operator of this installation to set BASE_URL to one.'
  if (!('PublicKeyCredential' in window)) return 'This browser does not support passkeys.'
  return null
}

/** Messages by the name of the error of the WebAuthn API. */
const messages: Record<string, string> = {
  NotAllowedError: 'No passkey was used, because the dialog was closed or timed out. Try again.',
  AbortError: 'No passkey was used, because the dialog was closed or timed out. Try again.',
  InvalidStateError: 'This device already has a passkey for Waymark.',
}

async function fromBrowser<Response>(asked: Promise<Response>): Promise<Response> {
  try {
    return await asked
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    throw new Failure(messages[name] ?? 'The browser could not use a passkey. Try again.', {
      status: 0,
      code: 'NO_PASSKEY',
      requestId: null,
    })
  }
}
