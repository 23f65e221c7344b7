import type { QrContent } from '#schemas/qr-content.ts'
import { buildPayload, type DataOf } from '../qr/content.ts'
import { escapeHtml } from './escape-html.ts'
import type { PageIcon } from './page-icons.ts'
import type { VisitorPage } from './visitor-page.ts'

/** The query string of the URL that downloads a contact as a file. */
export const fileQuery = 'vcf'

/**
 * The page that shows the content of a QR code without a destination URL. `containsFile`: it also contains the file of a
 * contact, because a request for it could be refused.
 */
export const contentPage = (content: QrContent, { containsFile = false } = {}): VisitorPage => ({
  status: 200,
  ...describe(content, containsFile),
})

interface Shown {
  icon: PageIcon
  title: string
  main: string
}

function describe(content: QrContent, containsFile: boolean): Shown {
  switch (content.content_type) {
    case 'url':
      return { icon: 'link', title: 'Link', main: button(content.content_data.url, 'Open link') }
    case 'text':
      return { icon: 'text', title: 'Text', main: wording(content.content_data.text) }
    case 'wifi':
      return describeWifi(content.content_data)
    case 'vcard':
      return describeCard(content.content_data, containsFile)
    case 'email':
      return describeMail(content.content_data)
    case 'phone':
      return { icon: 'phone', title: content.content_data.phone, main: button(buildPayload(content), 'Call') }
    case 'sms':
      return describeSms(content.content_data)
    case 'location':
      return describePlace(content.content_data)
  }
}

const encryptions = { WPA: 'WPA', WEP: 'WEP', nopass: 'None' } as const

function describeWifi({ ssid, password, encryption, hidden }: DataOf<'wifi'>): Shown {
  const rows = list([
    ['Network', ssid],
    ['Password', encryption === 'nopass' ? null : password],
    ['Encryption', encryptions[encryption]],
    ['Hidden network', hidden ? 'Yes' : null],
  ])
  return { icon: 'wifi', title: `Wi-Fi ${ssid}`, main: rows }
}

function describeCard(card: DataOf<'vcard'>, containsFile: boolean): Shown {
  const { first_name, last_name, organization, title, phone, mobile, email, website, address, note } = card
  const name = [first_name, last_name].filter(Boolean).join(' ')
  const place = address && [address.street, address.postcode, address.city, address.region, address.country]
  const rows = list([
    ['Organization', name === '' ? null : organization],
    ['Title', title],
    ['Phone', phone],
    ['Mobile', mobile],
    ['Email', email],
    ['Website', website],
    ['Address', place?.filter(Boolean).join(', ')],
    ['Note', note],
  ])
  return {
    icon: 'person',
    title: name || organization || 'Contact',
    main: `${rows}${containsFile ? button(fileOf(card), 'Save contact', 'contact.vcf') : button(`?${fileQuery}`, 'Save contact')}`,
  }
}

const fileOf = (content_data: DataOf<'vcard'>): string =>
  `data:text/vcard;charset=utf-8,${encodeURIComponent(buildPayload({ content_type: 'vcard', content_data }))}`

function describeMail(content_data: DataOf<'email'>): Shown {
  const rows = list([
    ['To', content_data.to],
    ['Subject', content_data.subject],
    ['Message', content_data.body],
  ])
  const address = buildPayload({ content_type: 'email', content_data })
  return { icon: 'mail', title: 'Email', main: `${rows}${button(address, 'Write email')}` }
}

function describeSms({ phone, message }: DataOf<'sms'>): Shown {
  const rows = list([
    ['To', phone],
    ['Message', message],
  ])
  const number = buildPayload({ content_type: 'phone', content_data: { phone } }).replace(/^tel:/, '')
  const body = message ? `?body=${encodeURIComponent(message)}` : ''
  return { icon: 'message', title: 'Text message', main: `${rows}${button(`sms:${number}${body}`, 'Write message')}` }
}

function describePlace(content_data: DataOf<'location'>): Shown {
  const { latitude, longitude, label } = content_data
  const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
  const rows = list([
    ['Latitude', String(latitude)],
    ['Longitude', String(longitude)],
  ])
  const open = button(buildPayload({ content_type: 'location', content_data }), 'Open in Maps')
  return { icon: 'place', title: label || 'Location', main: `${rows}${open}${button(map, 'Open in OpenStreetMap')}` }
}

/** Rows without a value are left out. */
function list(rows: readonly (readonly [string, string | null | undefined])[]): string {
  const shown = rows.map(([name, value]) => value && `<dt>${name}</dt><dd dir="auto">${escapeHtml(value)}</dd>`)
  return `<dl>${shown.filter(Boolean).join('')}</dl>`
}

const wording = (text: string) => `<p class="said" dir="auto">${escapeHtml(text)}</p>`

/** `file`: the name under which the browser saves what the URL contains. */
const button = (address: string, label: string, file?: string) =>
  `<p><a class="button" rel="noreferrer nofollow" href="${escapeHtml(address)}"${file === undefined ? '' : ` download="${file}"`}>${label}</a></p>`
