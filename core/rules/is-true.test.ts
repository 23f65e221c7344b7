import { describe, expect, it } from 'vitest'
import type { Condition, ConditionType } from '#schemas/targeting.ts'
import { conditionTypes } from '#schemas/targeting.ts'
import { isTrue } from './is-true.ts'
import { recordRule } from './record-rules.ts'
import { factsOf } from './rules.fixture.ts'
import type { VisitFacts } from './visit-facts.ts'

type Row = [condition: Condition, facts: Partial<VisitFacts>, expected: boolean]

const list = <Type extends ConditionType>(type: Type, operator: 'in' | 'not_in', ...value: string[]) =>
  ({ type, operator, value }) as unknown as Condition
const at = (text: string) => ({ now: Date.parse(text) })
const query = (text: string) => ({ parameters: new URLSearchParams(text) })

/** Every operator, a value that fits, one that does not, and what is unknown. */
const table: Record<ConditionType, Row[]> = {
  country: [
    [list('country', 'in', 'DE', 'at'), { country: 'de' }, true],
    [list('country', 'in', 'de', 'at'), { country: 'ch' }, false],
    [list('country', 'in', 'de'), { country: '' }, false],
    [list('country', 'not_in', 'de'), { country: 'ch' }, true],
    [list('country', 'not_in', 'de'), { country: 'de' }, false],
    [list('country', 'not_in', 'de'), { country: '' }, true],
  ],
  region: [
    [list('region', 'in', 'Hesse'), { region: 'hesse' }, true],
    [list('region', 'in', 'Hesse'), { region: 'bavaria' }, false],
    [list('region', 'not_in', 'Hesse'), { region: '' }, true],
  ],
  city: [
    [list('city', 'in', 'São Paulo'), { city: 'são paulo' }, true],
    [list('city', 'in', 'Paris'), { city: 'parismina' }, false],
    [list('city', 'not_in', 'Paris'), { city: 'paris' }, false],
  ],
  continent: [
    [list('continent', 'in', 'Europe', 'Asia'), { continent: 'Asia' }, true],
    [list('continent', 'in', 'Europe'), { continent: '' }, false],
    [list('continent', 'not_in', 'Europe'), { continent: 'Europe' }, false],
  ],
  device_type: [
    [list('device_type', 'in', 'mobile', 'tablet'), { device_type: 'tablet' }, true],
    [list('device_type', 'in', 'mobile'), { device_type: 'desktop' }, false],
    [list('device_type', 'not_in', 'mobile'), { device_type: 'other' }, true],
  ],
  os: [
    [list('os', 'in', 'iOS', 'macOS'), { os: 'macos' }, true],
    [list('os', 'in', 'iOS'), { os: 'unknown' }, false],
    [list('os', 'in', 'Unknown'), { os: 'unknown' }, true],
    [list('os', 'not_in', 'iOS'), { os: 'ios' }, false],
  ],
  browser: [
    [list('browser', 'in', 'Chrome'), { browser: 'chrome' }, true],
    [list('browser', 'in', 'Chrome'), { browser: 'chromium' }, false],
    [list('browser', 'not_in', 'Chrome'), { browser: 'firefox' }, true],
  ],
  language: [
    [list('language', 'in', 'pt'), { language: 'pt-br' }, true],
    [list('language', 'in', 'pt-BR'), { language: 'pt-br' }, true],
    [list('language', 'in', 'pt-BR'), { language: 'pt' }, false],
    [list('language', 'in', 'pt-BR'), { language: 'pt-pt' }, false],
    [list('language', 'in', 'en'), { language: '' }, false],
    [list('language', 'not_in', 'pt'), { language: 'pt-br' }, false],
    [list('language', 'not_in', 'pt'), { language: 'en' }, true],
  ],
  referrer_domain: [
    [list('referrer_domain', 'in', 'Facebook.com'), { referrer_domain: 'facebook.com' }, true],
    [list('referrer_domain', 'in', 'facebook.com'), { referrer_domain: 'l.m.facebook.com' }, true],
    [list('referrer_domain', 'in', 'facebook.com'), { referrer_domain: 'notfacebook.com' }, false],
    [list('referrer_domain', 'in', 'm.facebook.com'), { referrer_domain: 'facebook.com' }, false],
    [list('referrer_domain', 'in', 'facebook.com'), { referrer_domain: '' }, false],
    [list('referrer_domain', 'in', 'www.google.com'), { referrer_domain: 'google.com' }, true],
    [list('referrer_domain', 'in', 'www.google.com'), { referrer_domain: 'mail.google.com' }, true],
    [list('referrer_domain', 'in', 'www.com'), { referrer_domain: 'google.com' }, false],
    [list('referrer_domain', 'in', 'google.com.'), { referrer_domain: 'google.com' }, true],
    [list('referrer_domain', 'in', 'münchen.de'), { referrer_domain: 'xn--mnchen-3ya.de' }, true],
    [list('referrer_domain', 'not_in', 'WWW.München.de'), { referrer_domain: 'shop.xn--mnchen-3ya.de' }, false],
    [list('referrer_domain', 'in', '*.google.com', 'T.co'), { referrer_domain: 't.co' }, true],
    [list('referrer_domain', 'in', '*.google.com'), { referrer_domain: 'mail.google.com' }, false],
    [list('referrer_domain', 'not_in', 'facebook.com'), { referrer_domain: '' }, true],
    [list('referrer_domain', 'not_in', 'facebook.com'), { referrer_domain: 'm.facebook.com' }, false],
  ],
  query_param: [
    [{ type: 'query_param', name: 'ref', operator: 'in', value: ['a', 'b c'] }, query('ref=b+c'), true],
    [{ type: 'query_param', name: 'ref', operator: 'in', value: ['a'] }, query('x=a&ref=b&ref=a'), true],
    [{ type: 'query_param', name: 'ref', operator: 'in', value: ['a'] }, query('ref=A'), false],
    [{ type: 'query_param', name: 'ref', operator: 'in', value: ['a'] }, query('Ref=a'), false],
    [{ type: 'query_param', name: 'ref', operator: 'not_in', value: ['a'] }, query('ref=b'), true],
    [{ type: 'query_param', name: 'ref', operator: 'not_in', value: ['a'] }, query('ref=b&ref=a'), false],
    [{ type: 'query_param', name: 'ref', operator: 'not_in', value: ['a'] }, query(''), true],
    [{ type: 'query_param', name: 'ref', operator: 'exists', value: true }, query('ref'), true],
    [{ type: 'query_param', name: 'ref', operator: 'exists', value: true }, query('x=1'), false],
    [{ type: 'query_param', name: 'ref', operator: 'exists', value: false }, query('x=1'), true],
    [{ type: 'query_param', name: 'ref', operator: 'exists', value: false }, query('ref=1'), false],
  ],
  date: [
    [{ type: 'date', operator: 'gte', value: '2026-03-01T00:00:00Z' }, at('2026-03-01T00:00:00Z'), true],
    [{ type: 'date', operator: 'gte', value: '2026-03-01T00:00:00Z' }, at('2026-02-28T23:59:59.999Z'), false],
    [{ type: 'date', operator: 'gte', value: '2026-03-01T00:00:00+01:00' }, at('2026-02-28T23:00:00Z'), true],
    [{ type: 'date', operator: 'lt', value: '2026-03-01T00:00:00Z' }, at('2026-02-28T23:59:59.999Z'), true],
    [{ type: 'date', operator: 'lt', value: '2026-03-01T00:00:00Z' }, at('2026-03-01T00:00:00Z'), false],
    ...(
      [
        ['2026-02-28T23:59:59Z', false],
        ['2026-03-01T00:00:00Z', true],
        ['2026-03-31T23:59:59Z', true],
        ['2026-04-01T00:00:00Z', false],
      ] as const
    ).map(
      ([now, expected]): Row => [
        { type: 'date', operator: 'between', value: ['2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z'] },
        at(now),
        expected,
      ],
    ),
  ],
  time_of_day: [
    [{ type: 'time_of_day', operator: 'between', value: ['09:00', '17:00'] }, at('2026-01-15T09:00:00Z'), true],
    [{ type: 'time_of_day', operator: 'between', value: ['09:00', '17:00'] }, at('2026-01-15T08:59:59Z'), false],
    [{ type: 'time_of_day', operator: 'between', value: ['09:00', '17:00'] }, at('2026-01-15T17:00:00Z'), false],
    [{ type: 'time_of_day', operator: 'between', value: ['22:00', '06:00'] }, at('2026-01-15T23:30:00Z'), true],
    [{ type: 'time_of_day', operator: 'between', value: ['22:00', '06:00'] }, at('2026-01-15T05:59:00Z'), true],
    [{ type: 'time_of_day', operator: 'between', value: ['22:00', '06:00'] }, at('2026-01-15T06:00:00Z'), false],
    [{ type: 'time_of_day', operator: 'gte', value: '12:00' }, at('2026-01-15T12:00:00Z'), true],
    [{ type: 'time_of_day', operator: 'gte', value: '12:00' }, at('2026-01-15T11:59:00Z'), false],
    [{ type: 'time_of_day', operator: 'lt', value: '12:00' }, at('2026-01-15T11:59:00Z'), true],
    // New York is at UTC-5 in winter and UTC-4 in summer; Kathmandu at UTC+5:45.
    [{ type: 'time_of_day', operator: 'lt', value: '05:00', tz: 'America/New_York' }, at('2026-01-15T09:30:00Z'), true],
    [
      { type: 'time_of_day', operator: 'lt', value: '05:00', tz: 'America/New_York' },
      at('2026-07-15T09:30:00Z'),
      false,
    ],
    [{ type: 'time_of_day', operator: 'gte', value: '05:45', tz: 'Asia/Kathmandu' }, at('2026-07-15T00:00:00Z'), true],
    [{ type: 'time_of_day', operator: 'gte', value: '05:46', tz: 'Asia/Kathmandu' }, at('2026-07-15T00:00:00Z'), false],
  ],
  weekday: [
    [{ type: 'weekday', operator: 'in', value: ['monday'] }, at('2026-11-23T00:00:00Z'), true],
    [{ type: 'weekday', operator: 'in', value: ['monday'] }, at('2026-11-22T23:59:59Z'), false],
    [{ type: 'weekday', operator: 'in', value: ['sunday', 'saturday'] }, at('2026-11-22T12:00:00Z'), true],
    [{ type: 'weekday', operator: 'in', value: ['monday'], tz: 'Asia/Tokyo' }, at('2026-11-22T15:00:00Z'), true],
    [{ type: 'weekday', operator: 'not_in', value: ['monday'] }, at('2026-11-23T12:00:00Z'), false],
    [{ type: 'weekday', operator: 'not_in', value: ['monday'] }, at('2026-11-24T12:00:00Z'), true],
  ],
  is_qr_scan: [
    [{ type: 'is_qr_scan', operator: 'eq', value: true }, { is_qr_scan: true }, true],
    [{ type: 'is_qr_scan', operator: 'eq', value: true }, { is_qr_scan: false }, false],
    [{ type: 'is_qr_scan', operator: 'eq', value: false }, { is_qr_scan: false }, true],
  ],
  visitor: [
    [{ type: 'visitor', operator: 'eq', value: 'new' }, { visitor: 'new' }, true],
    [{ type: 'visitor', operator: 'eq', value: 'new' }, { visitor: 'returning' }, false],
    [{ type: 'visitor', operator: 'eq', value: 'returning' }, { visitor: 'returning' }, true],
    [{ type: 'visitor', operator: 'eq', value: 'new' }, { visitor: null }, false],
    [{ type: 'visitor', operator: 'eq', value: 'returning' }, { visitor: null }, false],
  ],
  click_number: [
    [{ type: 'click_number', operator: 'eq', value: 100 }, { click_number: 100 }, true],
    [{ type: 'click_number', operator: 'eq', value: 100 }, { click_number: 101 }, false],
    [{ type: 'click_number', operator: 'gte', value: 100 }, { click_number: 100 }, true],
    [{ type: 'click_number', operator: 'gte', value: 100 }, { click_number: 99 }, false],
    [{ type: 'click_number', operator: 'lt', value: 100 }, { click_number: 99 }, true],
    [{ type: 'click_number', operator: 'lt', value: 100 }, { click_number: 100 }, false],
    [{ type: 'click_number', operator: 'between', value: [2, 4] }, { click_number: 2 }, true],
    [{ type: 'click_number', operator: 'between', value: [2, 4] }, { click_number: 4 }, true],
    [{ type: 'click_number', operator: 'between', value: [2, 4] }, { click_number: 5 }, false],
    [{ type: 'click_number', operator: 'lt', value: 100 }, { click_number: null }, false],
    [{ type: 'click_number', operator: 'gte', value: 1 }, { click_number: null }, false],
  ],
  percentage: [
    [{ type: 'percentage', operator: 'lt', value: 30 }, { percentileIn: () => 29.99 }, true],
    [{ type: 'percentage', operator: 'lt', value: 30 }, { percentileIn: () => 30 }, false],
    [{ type: 'percentage', operator: 'lt', value: 100 }, { percentileIn: () => 99.999 }, true],
  ],
}

describe.each(conditionTypes)('the condition %s', (type) => {
  it.each(table[type])('%j with %j is %s', (condition, facts, expected) => {
    const id = '0197a6f0-2b7c-7d3e-8f10-5a6b7c8d9e0f'
    const rule = { id, name: 'Rule', priority: 1, match: 'all', conditions: [condition], destination_url: 'x' } as const
    const [stored] = recordRule({ ...rule, conditions: [condition] }, (url) => url).conditions
    if (stored === undefined) throw new Error('the condition was lost')
    expect(isTrue(stored, factsOf(facts), { id, secret: '' })).toBe(expected)
  })
})
