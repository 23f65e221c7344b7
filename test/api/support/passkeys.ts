import { createDevice, type PasskeyDevice } from '../../factories/passkey-device.ts'
import { Browser } from './browser.ts'
import { api, call } from './sessions.ts'

export async function challengeFor(one: Browser, path = '/passkeys'): Promise<string> {
  return (await call(one, 'POST', `${path}/options`)).json.data.challenge
}

/** Adds a passkey to the user of the browser. */
export async function addPasskey(one: Browser, name = 'Laptop'): Promise<PasskeyDevice & { passkeyId: string }> {
  const device = createDevice()
  const response = device.register({ challenge: await challengeFor(one) })
  const { status, json } = await call(one, 'POST', '/passkeys', { name, response })
  if (status !== 201) throw new Error(JSON.stringify(json))
  return { ...device, passkeyId: json.data.id }
}

/** A browser on the sign-in page, and the challenge that it got. */
export async function atLogin(next = '/app') {
  const browser = new Browser(api)
  const { hidden } = await browser.get(`/login?next=${encodeURIComponent(next)}`)
  const { status, html } = await browser.post('/login/passkey/options', hidden)
  if (status !== 200) throw new Error(html)
  const { challenge } = JSON.parse(html) as { challenge: string }
  const signIn = (response: unknown) =>
    browser.post('/login/passkey', { ...hidden, credential: JSON.stringify(response) })
  return { browser, challenge, signIn }
}
