import { describe, expect, it } from 'vitest'
import { filterQuery } from '#schemas/analytics.ts'
import { endOf, readPeriod } from './period.ts'

const nowText = '2026-06-15T12:00:00.000Z'

type Query = Record<string, unknown>
type Standard = Parameters<typeof readPeriod>[2]

function read({ days, ...filter }: Query, standard: Standard = 'all_time', at = nowText) {
  const asked = { ...filterQuery.parse(filter), ...(days !== undefined && { days: Number(days) }) }
  return readPeriod(asked, Date.parse(at), standard)
}

function period(...asked: Parameters<typeof read>) {
  const { from, to } = read(...asked)
  return [from === null ? null : new Date(from).toISOString(), new Date(to).toISOString()]
}

describe('a period that ends now', () => {
  it.each([
    ['last_hour', '2026-06-15T11:00:00.000Z'],
    ['last_24_hours', '2026-06-14T12:00:00.000Z'],
    ['24h', '2026-06-14T12:00:00.000Z'],
    ['last_7_days', '2026-06-08T12:00:00.000Z'],
    ['7d', '2026-06-08T12:00:00.000Z'],
    ['last_30_days', '2026-05-16T12:00:00.000Z'],
    ['30d', '2026-05-16T12:00:00.000Z'],
    ['last_90_days', '2026-03-17T12:00:00.000Z'],
    ['90d', '2026-03-17T12:00:00.000Z'],
    ['last_year', '2025-06-15T12:00:00.000Z'],
    ['1y', '2025-06-15T12:00:00.000Z'],
    ['all_time', null],
  ])('%s', (dateRange, from) => {
    expect(period({ dateRange })).toEqual([from, nowText])
  })

  it('days', () => {
    expect(period({ days: 3 })).toEqual(['2026-06-12T12:00:00.000Z', nowText])
  })

  const late = '2026-06-15T12:29:59.999Z'
  it.each<[Query, Standard, string]>([
    [{ dateRange: 'last_hour' }, 'all_time', '2026-06-15T11:29:59.999Z'],
    [{ dateRange: 'last_24_hours' }, 'all_time', '2026-06-14T12:15:00.000Z'],
    [{ dateRange: 'last_30_days' }, 'all_time', '2026-05-16T12:15:00.000Z'],
    [{ days: 1 }, 'all_time', '2026-06-14T12:15:00.000Z'],
    [{}, { days: 30 }, '2026-05-16T12:15:00.000Z'],
  ])('lasting a day or more start at a full quarter of an hour: %j', (query, standard, from) => {
    expect(period(query, standard, late)).toEqual([from, late])
  })
})

describe('precedence of parameters', () => {
  it('dateRange overrides dates and days', () => {
    expect(period({ dateRange: '24h', days: 300, startDate: '2020-01-01' })).toEqual([
      '2026-06-14T12:00:00.000Z',
      nowText,
    ])
  })

  it('dates override days', () => {
    expect(period({ days: 3, startDate: '2026-06-01' })).toEqual(['2026-06-01T00:00:00.000Z', nowText])
  })

  it("without any of them, the endpoint's default applies", () => {
    expect(period({}, 'all_time')).toEqual([null, nowText])
    expect(period({}, { days: 30 })).toEqual(['2026-05-16T12:00:00.000Z', nowText])
  })
})

describe('dates', () => {
  it('an end date includes that day', () => {
    expect(period({ dateRange: 'custom', startDate: '2026-02-01', endDate: '2026-02-28' })).toEqual([
      '2026-02-01T00:00:00.000Z',
      '2026-03-01T00:00:00.000Z',
    ])
    expect(period({ startDate: '2026-02-01', endDate: '2026-02-01' })).toEqual([
      '2026-02-01T00:00:00.000Z',
      '2026-02-02T00:00:00.000Z',
    ])
  })

  it('an end time is exclusive', () => {
    expect(period({ endDate: '2026-02-01T10:00:00Z' })).toEqual([null, '2026-02-01T10:00:00.000Z'])
  })

  it('dates without an offset are in the time zone', () => {
    const timezone = 'Europe/Berlin'
    expect(period({ startDate: '2026-03-29', endDate: '2026-03-29', timezone })).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ])
    expect(period({ startDate: '2026-05-01T08:30', timezone })).toEqual(['2026-05-01T06:30:00.000Z', nowText])
  })

  it('an offset in the date applies, even if its plus sign arrives as a space', () => {
    expect(period({ startDate: '2026-05-01T08:30:00+02:00' })).toEqual(['2026-05-01T06:30:00.000Z', nowText])
    expect(period({ startDate: '2026-05-01T08:30:00 02:00' })).toEqual(['2026-05-01T06:30:00.000Z', nowText])
  })

  it('custom requires both ends in the right order', () => {
    expect(() => period({ dateRange: 'custom', startDate: '2026-02-01' })).toThrow(
      '`startDate` and `endDate` are required',
    )
    expect(() => period({ dateRange: 'custom' })).toThrow('`startDate` and `endDate` are required')
    expect(() => period({ startDate: '2026-02-02', endDate: '2026-02-01' })).toThrow(
      '`startDate` must be before `endDate`, which defaults to now.',
    )
    expect(() => period({ startDate: '2026-06-16' })).toThrow(
      '`startDate` must be before `endDate`, which defaults to now.',
    )
  })
})

describe('the end of a period', () => {
  const end = (query: Query, at: string) => new Date(endOf(read(query, 'all_time', at))).toISOString()

  it.each<Query>([{}, { days: 3 }, { dateRange: 'all_time' }, { dateRange: '7d' }, { startDate: '2026-06-01' }])(
    'is the end of the current quarter of an hour for a period that ends now: %j',
    (query) => {
      expect(end(query, '2026-06-15T12:29:59.999Z')).toBe('2026-06-15T12:30:00.000Z')
      expect(end(query, '2026-06-15T12:30:00.000Z')).toBe('2026-06-15T12:45:00.000Z')
    },
  )

  it('is the requested time', () => {
    const moment = '2026-06-15T12:01:02.003Z'
    expect(end({ endDate: moment }, moment)).toBe(moment)
    expect(end({ startDate: '2026-06-01', endDate: moment, dateRange: 'custom' }, moment)).toBe(moment)
  })
})

describe('the filter contract rejects', () => {
  it.each([
    { dateRange: 'yesterday' },
    { startDate: '01.02.2026' },
    { startDate: '2026-02-30' },
    { endDate: '9999-01-01' },
    { timezone: '+02:00' },
    { timezone: 'Europe/Atlantis' },
    { timezone: 'utc+1' },
    { timezone: 'SystemV/EST5' },
    { timezone: 'systemv/pst8pdt' },
    { deviceType: 'fridge' },
    { deviceType: 'desktop,-fridge' },
    { traffic: 'robots' },
    { country: Array.from({ length: 51 }, (_, index) => `country ${index}`) },
    { browser: Array.from({ length: 51 }, (_, index) => `b${index}`).join(',') },
  ])('%j', (query) => {
    expect(filterQuery.safeParse(query).success).toBe(false)
  })
})

describe('the filter contract parses', () => {
  it.each([
    [{ country: 'Korea, Republic of' }, { country: { include: ['korea, republic of'], exclude: [] } }],
    [{ country: ['France', '-x'] }, { country: { include: ['france', '-x'], exclude: [] } }],
    [{ browser: 'Chrome,-Safari' }, { browser: { include: ['chrome'], exclude: ['safari'] } }],
    [{ os: ['iOS', 'Android'] }, { os: { include: ['ios', 'android'], exclude: [] } }],
    [{ city: '' }, { city: { include: [], exclude: [] } }],
    [{ timezone: 'europe/berlin' }, { timezone: 'Europe/Berlin' }],
    [{ timezone: 'utc' }, { timezone: 'UTC' }],
    [{ timezone: 'etc/gmt-14' }, { timezone: 'Etc/GMT-14' }],
  ])('%j', (query, read) => {
    expect(filterQuery.parse(query)).toMatchObject(read)
  })
})
