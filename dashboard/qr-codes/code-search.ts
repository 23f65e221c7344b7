import type { ContentType } from '#schemas/qr-choices.ts'
import type { QrCodeStatus } from '#schemas/qr-codes.ts'
import { readKey } from '../format/read-search.ts'
import type { States } from '../parts/pill.tsx'

export const kindNames: Record<ContentType, string> = {
  url: 'URL',
  text: 'Text',
  wifi: 'Wi-Fi',
  vcard: 'Contact',
  email: 'Email',
  phone: 'Phone',
  sms: 'SMS',
  location: 'Location',
}

export const codeStates: States<QrCodeStatus> = {
  active: { name: 'Active', look: 'good' },
  expired: { name: 'Expired', look: 'warn' },
  disabled: { name: 'Disabled', look: 'quiet' },
}

/** Reads a parameter of the URL, which may be anything. */
export const contentType = (value: unknown): ContentType | undefined => readKey(kindNames, value)

export const codeStatus = (value: unknown): QrCodeStatus | undefined => readKey(codeStates, value)
