import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type QrContent, qrContent } from '#schemas/qr-content.ts'
import { buildPayload } from './content.ts'

const seed = 20_261_121
const text = (maxLength: number, minLength = 0) =>
  fc.string({ unit: 'grapheme', minLength, maxLength }).filter((value) => !value.includes('\u0000'))
/** Every character that some format has to escape, plus arbitrary ones. */
const hard = (maxLength: number, minLength = 0) =>
  fc.oneof(
    text(maxLength, minLength),
    fc.string({ unit: fc.constantFrom(...'\\;,":%&?=#()@\n é€😀'), minLength, maxLength }),
  )

/** The payload for a client's input, parsed by the schema. */
const build = (content_type: string, content_data: unknown) =>
  buildPayload(qrContent.parse({ content_type, content_data }))

/** Splits at each unescaped separator and removes the backslashes. */
function cut(value: string, sign: string): string[] {
  const parts = ['']
  for (let index = 0; index < value.length; index++) {
    const character = value[index] ?? ''
    if (character === '\\') {
      index += 1
      parts[parts.length - 1] += `\\${value[index] ?? ''}`
    } else if (character === sign) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts
}
const unescape = (value: string) => value.replace(/\\(.)/gs, (_, sign: string) => (sign === 'n' ? '\n' : sign))
const unescapeWifi = (value: string) => value.replace(/\\(.)/gs, '$1')

describe('a Wi-Fi network', () => {
  it('reads back unchanged, with any characters in its name and password', () => {
    const name = hard(12, 1).filter((value) => Buffer.byteLength(value) <= 32)
    fc.assert(
      fc.property(
        name,
        hard(30, 8).filter((value) => value.length >= 8 && value.length < 64),
        fc.boolean(),
        (ssid, password, hidden) => {
          const payload = build('wifi', { ssid, password, encryption: 'WPA', hidden })
          expect(payload).toMatch(/^WIFI:.*;;$/s)
          const fields = cut(payload.slice('WIFI:'.length), ';').filter((field) => field !== '')
          const read = Object.fromEntries(fields.map((field) => [field.slice(0, 1), unescapeWifi(field.slice(2))]))
          expect(read).toEqual({ T: 'WPA', S: ssid, P: password, ...(hidden && { H: 'true' }) })
        },
      ),
      { seed },
    )
  })

  it('escapes every special character with a backslash', () => {
    const payload = build('wifi', { ssid: String.raw`a\b;c,d"e:f`, password: 'secret:12' })
    expect(payload).toBe(String.raw`WIFI:T:WPA;S:a\\b\;c\,d\"e\:f;P:secret\:12;;`)
  })

  it('is encoded as nopass without a password', () => {
    expect(build('wifi', { ssid: 'Guests', encryption: 'nopass' })).toBe('WIFI:T:nopass;S:Guests;;')
  })

  it.each([
    [{ ssid: 'Home' }, 'Required with encryption WPA.'],
    [{ ssid: 'Home', password: 'short' }, 'Must be at least 8 characters with WPA.'],
    [{ ssid: 'Home', password: 'x'.repeat(64) }, 'Must be at most 63 characters with WPA.'],
    [{ ssid: 'Home', encryption: 'nopass', password: 'longenough' }, 'Not allowed with encryption nopass.'],
    [{ ssid: 'ü'.repeat(17), password: 'longenough' }, 'Must be at most 32 bytes.'],
  ])('%j is rejected', (content_data, message) => {
    const parsed = qrContent.safeParse({ content_type: 'wifi', content_data })
    expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([message])
  })
})

describe('a contact', () => {
  const card = fc.record({
    first_name: hard(60, 1).filter((value) => !value.includes('\r')),
    last_name: hard(60),
    organization: hard(60),
    note: hard(300),
    address: fc.record({ street: hard(100), city: hard(40), postcode: hard(10) }),
  })

  it('reads back unchanged, with lines of at most 75 bytes', () => {
    fc.assert(
      fc.property(card, (data) => {
        const payload = build('vcard', data)
        const rows = payload.split('\r\n')
        expect(Math.max(...rows.map((row) => Buffer.byteLength(row)))).toBeLessThanOrEqual(75)
        const lines = payload.replaceAll('\r\n ', '').split('\r\n')
        const read = new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]))
        const plain = (value: string) => value.replace(/\r\n?/g, '\n')
        expect(cut(read.get('N') ?? '', ';').map(unescape)).toEqual(
          [data.last_name, data.first_name, '', '', ''].map(plain),
        )
        expect(unescape(read.get('NOTE') ?? '')).toBe(plain(data.note))
        expect(unescape(read.get('ORG') ?? '')).toBe(plain(data.organization))
        const { street, city, postcode } = data.address
        const place = cut(read.get('ADR;TYPE=WORK') ?? ';;;;;;', ';').map(unescape)
        expect(place).toEqual(['', '', street, city, '', postcode, ''].map(plain))
        expect([lines[0], lines[1], lines.at(-1)]).toEqual(['BEGIN:VCARD', 'VERSION:3.0', 'END:VCARD'])
      }),
      { seed },
    )
  })

  it('escapes every special character with a backslash', () => {
    const payload = build('vcard', { organization: 'A, B; C', note: 'one\ntwo\\' })
    expect(payload).toContain(String.raw`ORG:A\, B\; C`)
    expect(payload).toContain(String.raw`NOTE:one\ntwo\\`)
  })

  it('requires a name', () => {
    expect(qrContent.safeParse({ content_type: 'vcard', content_data: { phone: '+49 30 1234' } }).success).toBe(false)
    expect(build('vcard', { organization: 'Waymark', phone: '+49 30 1234' })).toContain('FN:Waymark\r\nORG:Waymark')
  })
})

describe('content that opens an app', () => {
  it('an email reads back with a URL parser', () => {
    fc.assert(
      fc.property(hard(40, 1), hard(80, 1), (subject, body) => {
        const url = new URL(build('email', { to: "o'neil+qr@example.com", subject, body }))
        expect(decodeURIComponent(url.pathname)).toBe("o'neil+qr@example.com")
        const fields = new Map(
          url.search
            .slice(1)
            .split('&')
            .map((field) => field.split('=') as [string, string]),
        )
        expect(decodeURIComponent(fields.get('subject') ?? '')).toBe(subject)
        expect(decodeURIComponent(fields.get('body') ?? '')).toBe(body.replace(/\r\n?|\n/g, '\r\n'))
      }),
      { seed },
    )
  })

  it('a text message follows its number unescaped', () => {
    fc.assert(
      fc.property(hard(100, 1), (message) => {
        const [, number, ...rest] = build('sms', { phone: '+49 (170) 12-34', message }).split(':')
        expect([number, rest.join(':')]).toEqual(['+491701234', message])
      }),
      { seed },
    )
  })

  it('a location has no exponent and its label no parentheses', () => {
    const at = fc.record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    })
    fc.assert(
      fc.property(at, hard(40, 1), (point, label) => {
        const payload = build('location', { ...point, label })
        const [, latitude, longitude, shown] = /^geo:(-?[\d.]+),(-?[\d.]+)\?q=[^(]*\(([^()]*)\)$/.exec(payload) ?? []
        expect(Number(latitude)).toBeCloseTo(point.latitude, 6)
        expect(Number(longitude)).toBeCloseTo(point.longitude, 6)
        expect(decodeURIComponent(shown ?? '')).toBe(label)
      }),
      { seed },
    )
  })

  it.each<[QrContent['content_type'], unknown, string]>([
    ['url', { url: 'HTTPS://Bücher.example/a b' }, 'https://xn--bcher-kva.example/a%20b'],
    ['text', { text: 'Grüße 😀' }, 'Grüße 😀'],
    ['phone', { phone: '+49 (0)30 / 12-34' }, 'tel:+49301234'],
    ['phone', { phone: '+353(0)1 1234' }, 'tel:+35311234'],
    ['phone', { phone: '+39 (0)6 1234' }, 'tel:+39061234'],
    ['phone', { phone: '(0)30 49 (0)1' }, 'tel:0304901'],
    ['phone', { phone: '*100#' }, 'tel:*100%23'],
    ['sms', { phone: '123' }, 'SMSTO:123'],
    ['sms', { phone: '+44 (0)20 1#', message: 'Hi' }, 'SMSTO:+44201#:Hi'],
    ['email', { to: 'me@example.com' }, 'mailto:me@example.com'],
    ['location', { latitude: -0.00000001, longitude: 13.5 }, 'geo:0,13.5'],
  ])('%s %j', (content_type, content_data, payload) => {
    expect(build(content_type, content_data)).toBe(payload)
  })

  it.each([
    ['url', { url: 'javascript:alert(1)' }],
    ['text', { text: '' }],
    ['text', { text: 'a\u0000b' }],
    ['text', { text: '\ud800' }],
    ['phone', { phone: 'call me' }],
    ['email', { to: 'nobody' }],
    ['location', { latitude: 91, longitude: 0 }],
    ['sms', { phone: '123', text: 'an unknown member' }],
  ])('%s %j is rejected', (content_type, content_data) => {
    expect(qrContent.safeParse({ content_type, content_data }).success).toBe(false)
  })
})
