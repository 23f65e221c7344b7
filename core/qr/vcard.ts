import type { QrContent } from '#schemas/qr-content.ts'

type Card = Extract<QrContent, { content_type: 'vcard' }>['content_data']

/** RFC 2426: a line has at most as many bytes, its break not counted. */
const longestLineBytes = 75
const lineBreak = '\r\n'

/** A vCard of version 3.0, which every address book reads. */
export function buildVcard(card: Card): string {
  const name = [card.first_name, card.last_name].filter(Boolean).join(' ') || card.organization || ''
  const { street, city, region, postcode, country } = card.address ?? {}
  const place = [null, null, street, city, region, postcode, country]
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${list([card.last_name, card.first_name, null, null, null])}`,
    `FN:${escape(name)}`,
    card.organization && `ORG:${escape(card.organization)}`,
    card.title && `TITLE:${escape(card.title)}`,
    card.phone && `TEL;TYPE=WORK,VOICE:${escape(card.phone)}`,
    card.mobile && `TEL;TYPE=CELL:${escape(card.mobile)}`,
    card.email && `EMAIL:${escape(card.email)}`,
    card.website && `URL:${card.website}`,
    place.some(Boolean) && `ADR;TYPE=WORK:${list(place)}`,
    card.note && `NOTE:${escape(card.note)}`,
    'END:VCARD',
  ]
  return lines.flatMap((line) => (line ? [fold(line)] : [])).join(lineBreak)
}

const list = (parts: readonly (string | null | undefined)[]) => parts.map((part) => escape(part ?? '')).join(';')

const escape = (value: string) => value.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')

/** Goes on in a new line that begins with a space. No character is cut in two. */
function fold(line: string): string {
  const rows = ['']
  let bytes = 0
  for (const character of line) {
    const more = utf8Length(character)
    if (bytes + more > longestLineBytes) {
      rows.push('')
      bytes = 1
    }
    rows[rows.length - 1] += character
    bytes += more
  }
  return rows.join(`${lineBreak} `)
}

const utf8Length = (value: string) => new TextEncoder().encode(value).length
