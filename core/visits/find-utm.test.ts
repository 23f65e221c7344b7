import { describe, expect, it } from 'vitest'
import { findUtm, noUtm } from './find-utm.ts'

describe('UTM fields', () => {
  it('come from the query of the short link, and otherwise from the destination, field by field', () => {
    expect(
      findUtm(
        'utm_source=mail&x=1',
        'https://example.com/?utm_source=site&utm_medium=cpc&utm_campaign=spring#utm_term=no',
      ),
    ).toEqual({ ...noUtm, utm_source: 'mail', utm_medium: 'cpc', utm_campaign: 'spring' })
  })

  it('are decoded and trimmed', () => {
    expect(findUtm('utm_source=a%20b+c&utm_content=%20%C3%A9%20', '')).toEqual({
      ...noUtm,
      utm_source: 'a b c',
      utm_content: 'é',
    })
  })

  it('ignore an empty value', () => {
    expect(findUtm('utm_source=', 'https://example.com/?utm_source=site').utm_source).toBe('site')
  })

  it('are empty if neither URL has any', () => {
    expect(findUtm('a=1', 'https://example.com/?b=2')).toBe(noUtm)
    expect(findUtm('', 'https://example.com/utm_source=x')).toBe(noUtm)
  })

  it('handle a broken escape sequence', () => {
    expect(findUtm('utm_source=%E0%A4%A', '').utm_source).not.toBe('')
  })

  it('are truncated to 200 characters', () => {
    expect(findUtm(`utm_term=${'x'.repeat(500)}`, '').utm_term).toHaveLength(200)
  })
})
