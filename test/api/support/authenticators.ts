import { codeOf, stepAt } from '#core/sign-in/totp.ts'
import type { Browser } from './browser.ts'
import { call, stores } from './sessions.ts'

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Decodes a secret as an app does. */
export function readBase32(text: string): Buffer {
  const bits = [...text].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

export interface TestApp {
  /** The code that the app shows. Every call starts as if no code had been used. */
  code: () => Promise<string>
  recoveryCodes: string[]
}

/** Turns on an authenticator app for the user of the browser. */
export async function turnOnApp(one: Browser): Promise<TestApp> {
  const started = await call(one, 'POST', '/authenticator')
  const secret = readBase32(started.json.data.secret)
  const shown = () => codeOf(secret, stepAt(Date.now()))
  const { status, json } = await call(one, 'PUT', '/authenticator', { code: shown() })
  if (status !== 200) throw new Error(JSON.stringify(json))
  const code = async () => {
    await stores.sql`update authenticators set last_step = 0 where confirmed_at is not null`
    return shown()
  }
  return { code, recoveryCodes: json.data.recovery_codes }
}
