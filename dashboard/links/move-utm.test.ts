import { describe, expect, it } from 'vitest'
import { isJustMoved, movedFields, moveUtm, pasteUrl } from './move-utm.ts'
import { finalUrl } from './utm-values.ts'

const empty = { utm_source: '', utm_medium: '', utm_campaign: '', utm_term: '', utm_content: '' }
const url = 'https://example.org/?a=1&utm_source=mail&utm_term=shoes#end'

describe('UTM parameters of a destination', () => {
  it('move to empty fields, and visitors go to the same URL', () => {
    const move = moveUtm({ ...empty, url: ` ${url} `, utm_content: 'footer' })
    expect(move?.after).toEqual({
      ...empty,
      url: 'https://example.org/?a=1#end',
      utm_source: 'mail',
      utm_term: 'shoes',
      utm_content: 'footer',
    })
    expect(move && movedFields(move)).toEqual(['utm_source', 'utm_term'])
    expect(move && finalUrl(move.after)).toBe(
      'https://example.org/?a=1&utm_source=mail&utm_term=shoes&utm_content=footer#end',
    )
  })

  it('stay in the URL if their field has a value, which replaces them at each visit', () => {
    const filled = { ...empty, url, utm_source: 'typed' }
    const move = moveUtm(filled)
    expect(move?.after).toMatchObject({
      url: 'https://example.org/?a=1&utm_source=mail#end',
      utm_source: 'typed',
      utm_term: 'shoes',
    })
    for (const each of [filled, move?.after ?? filled]) {
      expect(new URL(finalUrl(each) ?? '').searchParams.getAll('utm_source')).toEqual(['typed'])
    }
  })

  it('are not there in other URLs', () => {
    for (const other of ['', 'https://example.org/?utm_id=7', 'https://example.org/#utm_source=x']) {
      expect(moveUtm({ ...empty, url: other })).toBeNull()
    }
  })

  it('can go back until the URL or a field changes', () => {
    const move = moveUtm({ ...empty, url })
    if (move === null) throw new Error('nothing was moved')
    expect(isJustMoved(move, move.after)).toBe(true)
    expect(isJustMoved(move, { ...move.after, utm_term: 'boots' })).toBe(false)
    expect(isJustMoved(move, move.before)).toBe(false)
    expect(move.before.url).toBe(url)
  })
})

it('a pasted URL replaces the values of the former one, but not those that were typed', () => {
  const former = moveUtm({ ...empty, url, utm_medium: 'typed' })
  const filled = { ...(former?.after ?? { ...empty, url }), utm_term: 'changed' }
  expect(pasteUrl('https://example.com/', filled, former)).toEqual({
    ...empty,
    url: 'https://example.com/',
    utm_medium: 'typed',
    utm_term: 'changed',
  })
})

it('the final URL is that of the redirector, and exists for valid destinations only', () => {
  expect(finalUrl({ ...empty, url: 'example.org' })).toBe('https://example.org')
  expect(finalUrl({ ...empty, url: ' example.org/é?a=ü ', utm_source: 'ä b' })).toBe(
    'https://example.org/%C3%A9?a=%C3%BC&utm_source=%C3%A4+b',
  )
  for (const wrong of ['', 'https://', 'mailto:a@example.org', 'javascript:alert(1)'])
    expect(finalUrl({ ...empty, url: wrong })).toBeNull()
})
