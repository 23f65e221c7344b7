import type { ContentType } from '#schemas/qr-choices.ts'
import type { QrCodeStatus } from '#schemas/qr-codes.ts'
import { readKey } from '../format/read-search.ts'
import type { States } from '../parts/pill.tsx'

/** What a code can say, as people call it. */
export const kindNames: Record<ContentType, string> = {
  url: 'Address',
  text: 'Text',
  wifi: 'Wi-Fi',
  vcard: 'Contact',
  email: 'E-mail',
  phone: 'Phone',
  sms: 'SMS',
  location: 'Place',
}

export const codeStates: States<QrCodeStatus> = {
  active: { name: 'Active', look: 'good' },
  expired: { name: 'Expired', look: 'warn' },
  disabled: { name: 'Off', look: 'quiet' },
}

/** Of a URL that anybody may have typed. */
export const contentType = (value: unknown): ContentType | undefined => readKey(kindNames, value)

export const codeStatus = (value: unknown): QrCodeStatus | undefined => readKey(codeStates, value)
