import { describe, expect, it } from 'vitest'
import { applyTemplate, describeUtm, hasTemplate, isSameUtm, pickUtm, textsOf, valuesOf } from './utm-values.ts'

const unset = { utm_source: null, utm_medium: null, utm_campaign: null, utm_term: null, utm_content: null }
const email = { ...unset, utm_source: 'newsletter', utm_medium: 'email' }
const ads = { ...unset, utm_source: 'ads', utm_term: 'shoes' }
const empty = textsOf(unset)

describe('a template', () => {
  it('fills its parameters, and keeps what was typed into others', () => {
    expect(applyTemplate(email, { ...empty, utm_source: 'old', utm_content: 'footer' })).toEqual({
      ...empty,
      utm_source: 'newsletter',
      utm_medium: 'email',
      utm_content: 'footer',
    })
  })

  it('replaces all parameters of the former template, unless they were changed', () => {
    const filled = applyTemplate(email, { ...empty, utm_content: 'footer' })
    expect(applyTemplate(ads, filled, email)).toEqual({
      ...empty,
      utm_source: 'ads',
      utm_term: 'shoes',
      utm_content: 'footer',
    })
    expect(applyTemplate(ads, { ...filled, utm_medium: 'print' }, email).utm_medium).toBe('print')
  })

  it('is recognized by its values, with others or alone', () => {
    const filled = { ...textsOf(email), utm_term: ' ' }
    expect([hasTemplate(email, filled), isSameUtm(email, filled)]).toEqual([true, true])
    const more = { ...filled, utm_content: 'footer' }
    expect([hasTemplate(email, more), isSameUtm(email, more)]).toEqual([true, false])
    expect(hasTemplate(ads, more)).toBe(false)
  })

  it('is described by its values in one line', () => expect(describeUtm(email)).toBe('newsletter · email'))
})

it('texts of fields become values without spaces around them', () => {
  expect(valuesOf({ ...empty, utm_source: ' a b ', utm_term: '  ' })).toEqual({ ...unset, utm_source: 'a b' })
  expect(pickUtm({ ...empty, utm_source: ' a ', ...{ url: 'x' } })).toEqual({ ...empty, utm_source: 'a' })
})
