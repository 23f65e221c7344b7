import { describe, expect, it } from 'vitest'
import { contentTypes } from '#schemas/qr-choices.ts'
import type { QrCode } from '#schemas/qr-codes.ts'
import { checkContent } from './check-content.ts'
import { type CodeDraft, changedBody, chooseKind, draftOf, emptyDraft, newBody, writeContent } from './draft.ts'
import { plainLook } from './plain-look.ts'

const filled: Record<(typeof contentTypes)[number], [Record<string, string>, object]> = {
  url: [{ url: ' example.com/menu ' }, { url: 'https://example.com/menu' }],
  text: [{ text: '  as it is\n' }, { text: '  as it is\n' }],
  wifi: [
    { ssid: ' Guests', password: ' 8 letters', hidden: 'true' },
    { ssid: ' Guests', encryption: 'WPA', password: ' 8 letters', hidden: true },
  ],
  vcard: [
    { first_name: 'Ada ', note: '', 'address.city': 'London', 'address.country': 'UK' },
    { first_name: 'Ada', address: { city: 'London', country: 'UK' } },
  ],
  email: [{ to: 'a@b.example', subject: '' }, { to: 'a@b.example' }],
  phone: [{ phone: '+44 20' }, { phone: '+44 20' }],
  sms: [
    { phone: '123', message: 'Hi' },
    { phone: '123', message: 'Hi' },
  ],
  location: [
    { latitude: '51,5', longitude: '-0.1' },
    { latitude: 51.5, longitude: -0.1 },
  ],
}

describe('the content', () => {
  it.each(contentTypes)('%s: is sent as typed, without empty fields, and is valid', (kind) => {
    const [typed, meant] = filled[kind]
    expect(writeContent(kind, typed)).toEqual(meant)
    expect(checkContent({ content_type: kind, content_data: meant }).errors).toEqual({})
  })

  it.each(contentTypes)('%s: reads back from a record unchanged', (kind) => {
    const [typed] = filled[kind]
    const content_data = writeContent(kind, typed)
    const draft = draftOf({ ...record, content_type: kind, content_data } as QrCode)
    expect(writeContent(kind, draft.contents[kind])).toEqual(content_data)
  })

  it('is checked field by field, with the field names of the form', () => {
    const check = (content_type: string, content_data: object) => checkContent({ content_type, content_data }).errors
    expect(check('wifi', { ssid: 'a', password: 'short' })).toEqual({
      password: 'Must be at least 8 characters with WPA.',
    })
    expect(Object.keys(check('url', { url: 'ftp://example.com' }))).toEqual(['url'])
    expect(Object.keys(check('vcard', {}))).toEqual(['first_name'])
  })
})

const record: Partial<QrCode> = {
  name: 'Menu',
  tags: ['print'],
  expires_at: null,
  campaign_id: null,
  is_dynamic: true,
  tracking_enabled: true,
  visual_settings: plainLook,
}

const shortHost = 'wm.example'

describe('a new code', () => {
  const draft: CodeDraft = { ...emptyDraft(), contents: { url: { url: 'example.com' } } }

  it.each(contentTypes)('%s: is static if phones use the content directly', (kind) => {
    const isStatic = ['wifi', 'vcard', 'text', 'phone'].includes(kind)
    const chosen = { ...draft, ...chooseKind(draft, kind) }
    expect(chosen).toMatchObject({ kind, is_dynamic: !isStatic, tracking_enabled: !isStatic })
    expect({ ...chosen, ...chooseKind(chosen, 'url') }).toEqual(draft)
  })

  it('keeps what the user has chosen when its type changes', () => {
    const untracked = { ...draft, tracking_enabled: false }
    expect(chooseKind(untracked, 'wifi')).toEqual({ kind: 'wifi' })
  })

  it('is created from the fields that were filled in', () => {
    expect(newBody({ ...draft, custom_alias: ' menu ', tags: 'a, ,b', password: 'secret' }, shortHost)).toEqual({
      content_type: 'url',
      content_data: { url: 'https://example.com' },
      is_dynamic: true,
      tracking_enabled: true,
      visual_settings: plainLook,
      custom_alias: 'menu',
      tags: ['a', 'b'],
      password: 'secret',
    })
  })

  it('is created on the selected domain', () => {
    expect(newBody({ ...draft, domain: 'shop.wm.example' }, shortHost)).toMatchObject({
      url_type: 'subdomain',
      subdomain: 'shop',
    })
  })

  it('has no short URL and no password if it is static, whatever was typed before', () => {
    const asked = newBody(
      { ...draft, is_dynamic: false, tracking_enabled: false, custom_alias: 'menu', password: 'x' },
      shortHost,
    )
    expect(asked).not.toHaveProperty('custom_alias')
    expect(asked).not.toHaveProperty('password')
  })
})

describe('a change', () => {
  const code = { ...record, content_type: 'url', content_data: { url: 'https://example.com/a' } } as QrCode
  const before = draftOf(code)

  it('contains only the fields that differ', () => {
    expect(changedBody(before, before)).toEqual({})
    expect(changedBody({ ...before, name: ' ', look: { ...plainLook, margin: 2 } }, before)).toEqual({
      name: null,
      visual_settings: { margin: 2 },
    })
    expect(changedBody({ ...before, contents: { url: { url: 'https://example.com/b' } } }, before)).toEqual({
      content_type: 'url',
      content_data: { url: 'https://example.com/b' },
    })
  })

  it('removes a password only if asked to', () => {
    expect(changedBody({ ...before, removes_password: true }, before)).toEqual({ password: null })
    expect(changedBody({ ...before, removes_password: true, password: 'new' }, before)).toEqual({ password: 'new' })
  })

  it('never contains the content of a static code', () => {
    const fixed = draftOf({ ...code, is_dynamic: false })
    expect(changedBody({ ...fixed, contents: { url: { url: 'https://other.example' } } }, fixed)).toEqual({})
  })
})
