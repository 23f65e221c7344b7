import { SettingsService } from '@simplewebauthn/server'
import { expect, it } from 'vitest'
import './register-passkey.ts'

it.each(['android-key', 'android-safetynet', 'apple'] as const)(
  'trusts no certificates of makers: %s',
  (identifier) => {
    expect(SettingsService.getRootCertificates({ identifier })).toEqual([])
  },
)
