import type { QrContent } from '#schemas/qr-content.ts'
import { buildVcard } from './vcard.ts'

export type DataOf<Type extends QrContent['content_type']> = Extract<QrContent, { content_type: Type }>['content_data']

/** The text that phones recognize as a URL, a contact, a network, and so on. */
export function buildPayload({ content_type, content_data }: QrContent): string {
  switch (content_type) {
    case 'url':
      return content_data.url
    case 'text':
      return content_data.text
    case 'wifi':
      return buildWifi(content_data)
    case 'vcard':
      return buildVcard(content_data)
    case 'email':
      return buildMail(content_data)
    case 'phone':
      return `tel:${dialed(content_data.phone).replaceAll('#', '%23')}`
    case 'sms':
      return buildSms(content_data)
    case 'location':
      return buildPlace(content_data)
  }
}

function buildWifi({ encryption, ssid, password, hidden }: DataOf<'wifi'>): string {
  const secret = encryption === 'nopass' || !password ? '' : `P:${escapeWifi(password)};`
  return `WIFI:T:${encryption};S:${escapeWifi(ssid)};${secret}${hidden ? 'H:true;' : ''};`
}

const escapeWifi = (value: string) => value.replace(/[\\;,":]/g, '\\$&')

/** RFC 6068, which every mail app understands, unlike the proprietary MATMSG. */
function buildMail({ to, subject, body }: DataOf<'email'>): string {
  const at = to.lastIndexOf('@')
  const address = `${encodeURIComponent(to.slice(0, at))}@${encodeURIComponent(to.slice(at + 1))}`
  const lines = body?.replace(/\r\n?|\n/g, '\r\n')
  const fields = [subject && `subject=${encodeURIComponent(subject)}`, lines && `body=${encodeURIComponent(lines)}`]
  const query = fields.filter(Boolean).join('&')
  return `mailto:${address}${query && `?${query}`}`
}

/** The message is everything after the second colon, unescaped. */
function buildSms({ phone, message }: DataOf<'sms'>): string {
  return `SMSTO:${dialed(phone)}${message ? `:${message}` : ''}`
}

/** RFC 5870, with the label in the format of Android maps, which other apps ignore. */
function buildPlace({ latitude, longitude, label }: DataOf<'location'>): string {
  const point = `${degrees(latitude)},${degrees(longitude)}`
  return `geo:${point}${label ? `?q=${point}(${encodeLabel(label)})` : ''}`
}

const encodeLabel = (label: string) =>
  encodeURIComponent(label).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))

/** Seven decimals, which is about a centimeter, without exponents such as 1e-7. */
function degrees(value: number): string {
  const short = value.toFixed(7).replace(/\.?0+$/, '')
  return short === '-0' ? '0' : short
}

/** Country codes after which the 0 of national numbers is not dialed, as in +49 (0)30. Elsewhere it may be, as in Italy (39). */
const trunkZero = /^\+(27|31|32|33|40|41|43|44|46|49|61|64|81|90|353|358)[\s.\-/]*\(0\)/

/** Removes separators. Keeps a leading + and the keypad characters * and #. */
const dialed = (phone: string) => phone.replace(trunkZero, '+$1').replace(/[^\d+*#]/g, '')
