import { z } from 'zod'
import type { ContentType } from './qr-choices.ts'
import { destination, text } from './values.ts'

const wifiEncryptions = ['WPA', 'WEP', 'nopass'] as const

/** Number of digits that fit in the largest code, which is the upper limit for any content. */
const longestText = 7_089
const ssidBytes = 32

const maybe = (limit: number) => text(limit).nullish()

const phoneNumber = text(40, 1).regex(
  /^\+?[\d\s().\-/*#]*\d[\d\s().\-/*#]*$/,
  'Enter a phone number, such as +1 555 0100.',
)
const email = text(254, 1).regex(
  /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+$/,
  'Enter an email address, such as name@example.com.',
)

const utf8Length = (value: string) => new TextEncoder().encode(value).length

const wifi = z
  .strictObject({
    ssid: text(ssidBytes, 1).refine((ssid) => utf8Length(ssid) <= ssidBytes, `Must be at most ${ssidBytes} bytes.`),
    password: maybe(64),
    encryption: z.enum(wifiEncryptions).default('WPA'),
    hidden: z.boolean().default(false),
  })
  .check(judgeWifiPassword)

interface Wifi {
  password?: string | null | undefined
  encryption: (typeof wifiEncryptions)[number]
}

function judgeWifiPassword({ value, issues }: z.core.ParsePayload<Wifi>): void {
  const message = findWifiFault(value)
  if (message !== undefined) issues.push({ code: 'custom', message, input: value, path: ['password'] })
}

/** WPA: a passphrase of 8 to 63 characters, or the key itself as 64 hexadecimal digits. */
function findWifiFault({ encryption, password }: Wifi): string | undefined {
  const secret = password ?? ''
  if (encryption === 'nopass') return secret === '' ? undefined : 'Not allowed with encryption nopass.'
  if (secret === '') return `Required with encryption ${encryption}.`
  if (encryption === 'WEP') return undefined
  if (secret.length < 8) return 'Must be at least 8 characters with WPA.'
  return secret.length < 64 || /^[0-9a-fA-F]{64}$/.test(secret) ? undefined : 'Must be at most 63 characters with WPA.'
}

const vcard = z
  .strictObject({
    first_name: maybe(100),
    last_name: maybe(100),
    organization: maybe(200),
    title: maybe(200),
    phone: phoneNumber.nullish(),
    mobile: phoneNumber.nullish(),
    email: email.nullish(),
    website: destination.nullish(),
    address: z
      .strictObject({
        street: maybe(200),
        city: maybe(100),
        region: maybe(100),
        postcode: maybe(30),
        country: maybe(100),
      })
      .nullish(),
    note: maybe(500),
  })
  .refine((card) => Boolean(card.first_name || card.last_name || card.organization), {
    error: 'Enter a first name, last name, or organization.',
    path: ['first_name'],
  })

export const contentData = {
  url: z.strictObject({ url: destination }),
  text: z.strictObject({ text: text(longestText, 1) }),
  wifi,
  vcard,
  email: z.strictObject({ to: email, subject: maybe(200), body: maybe(2_000) }),
  phone: z.strictObject({ phone: phoneNumber }),
  sms: z.strictObject({ phone: phoneNumber, message: maybe(1_000) }),
  location: z.strictObject({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    label: maybe(100),
  }),
} satisfies Record<ContentType, z.ZodType>

const kind = <Type extends ContentType>(type: Type) =>
  z.strictObject({ content_type: z.literal(type), content_data: contentData[type] })

export const qrContent = z.discriminatedUnion('content_type', [
  kind('url'),
  kind('text'),
  kind('wifi'),
  kind('vcard'),
  kind('email'),
  kind('phone'),
  kind('sms'),
  kind('location'),
])
export type QrContent = z.output<typeof qrContent>
