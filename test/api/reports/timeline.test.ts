import { describe, expect, it } from 'vitest'
import { storeClicks } from '../../factories/clicks.ts'
import { account, create, get, links, read, stores, useClicks } from '../support/analytics.ts'
import { describeRefusals } from '../support/report-refusals.ts'

useClicks()

const bucket = (date: string, clicks: number, unique_visitors: number) => ({ date, clicks, unique_visitors })

/** Each bucket as a row: time up to the minute, clicks, visitors. */
const read3 = async (path: string) =>
  (await read(path)).map(({ date, clicks, unique_visitors }: ReturnType<typeof bucket>) => [
    date.replace(':00.000Z', ''),
    clicks,
    unique_visitors,
  ])

const march = 'startDate=2026-03-27&endDate=2026-03-31'

describe('GET /analytics/timeline', () => {
  it('returns intervals with their start time, including empty ones', async () => {
    const { status, json } = await get('/timeline?startDate=2026-03-30&endDate=2026-04-01')
    expect(status).toBe(200)
    expect(json).toEqual({
      success: true,
      data: [
        bucket('2026-03-30T00:00:00.000Z', 4, 2),
        bucket('2026-03-31T00:00:00.000Z', 4, 3),
        bucket('2026-04-01T00:00:00.000Z', 0, 0),
      ],
    })
  })

  it('granularity day, the default: days of the time zone, including one of 23 hours', async () => {
    const utc = [
      ['2026-03-27T00:00', 4, 2],
      ['2026-03-28T00:00', 5, 3],
      ['2026-03-29T00:00', 5, 3],
      ['2026-03-30T00:00', 4, 2],
      ['2026-03-31T00:00', 4, 3],
    ]
    expect(await read3(`/timeline?${march}`)).toEqual(utc)
    expect(await read3(`/timeline?${march}&granularity=day`)).toEqual(utc)
    expect(await read3(`/timeline?${march}&timezone=Europe/Berlin`)).toEqual([
      ['2026-03-26T23:00', 3, 2],
      ['2026-03-27T23:00', 5, 4],
      ['2026-03-28T23:00', 5, 4],
      ['2026-03-29T22:00', 5, 3],
      ['2026-03-30T22:00', 4, 3],
    ])
  })

  it('granularity day: a day without midnight starts at its first moment', async () => {
    expect(await read3('/timeline?startDate=2026-03-28&endDate=2026-03-30&timezone=Asia/Beirut')).toEqual([
      ['2026-03-27T22:00', 5, 3],
      ['2026-03-28T22:00', 5, 3],
      ['2026-03-29T21:00', 6, 3],
    ])
  })

  it('accepts every IANA time zone, in any spelling and by older names', async () => {
    const march28 = async (timezone: string) =>
      (await read3(`/timeline?startDate=2026-03-28&endDate=2026-03-28&timezone=${timezone}`))[0][0]
    for (const [timezone, start] of [
      ['europe/berlin', '2026-03-27T23:00'],
      ['utc', '2026-03-28T00:00'],
      ['Zulu', '2026-03-28T00:00'],
      ['etc/gmt-14', '2026-03-27T10:00'],
      ['EST5EDT', '2026-03-28T04:00'],
      ['US/Pacific-New', '2026-03-28T07:00'],
      ['PST', '2026-03-28T07:00'],
    ] as const) {
      expect(await march28(timezone), timezone).toBe(start)
    }
  })

  it('granularity week: weeks of the time zone from Monday, with only the clicks of the period', async () => {
    const weeks = (query: string) => read3(`/timeline?granularity=week&${query}`)
    // March 28 is a Saturday.
    expect(await weeks('startDate=2026-03-28&endDate=2026-04-06')).toEqual([
      ['2026-03-23T00:00', 10, 6],
      ['2026-03-30T00:00', 8, 5],
      ['2026-04-06T00:00', 0, 0],
    ])
    // Both Mondays are in the time zone, before and after its clocks change.
    expect(await weeks(`${march}&timezone=Europe/Berlin`)).toEqual([
      ['2026-03-22T23:00', 13, 7],
      ['2026-03-29T22:00', 9, 6],
    ])
  })

  it('granularity month: months of the time zone, whatever their length', async () => {
    expect(await read3('/timeline?granularity=month&startDate=2026-01-31&endDate=2026-04-01')).toEqual([
      ['2026-01-01T00:00', 0, 0],
      ['2026-02-01T00:00', 0, 0],
      ['2026-03-01T00:00', 22, 11],
      ['2026-04-01T00:00', 0, 0],
    ])
    const all = await read3('/timeline?granularity=month&dateRange=all_time&timezone=Europe/Berlin')
    expect(all[0]).toEqual(['2026-02-28T23:00', 22, 11])
    expect(all[1][0]).toBe('2026-03-31T22:00')
  })

  it('granularity hour: repeats and skips no hour at a clock change', async () => {
    const hoursOf = async (date: string, timezone: string) =>
      await read3(`/timeline?startDate=${date}&endDate=${date}&granularity=hour&timezone=${timezone}`)
    const hours = await hoursOf('2026-03-29', 'Europe/Berlin')
    expect(hours).toHaveLength(23)
    expect(hours.filter(([, clicks]: [string, number]) => clicks > 0)).toEqual([
      ['2026-03-28T23:00', 1, 1],
      ['2026-03-29T00:00', 1, 1],
      ['2026-03-29T01:00', 1, 1],
      ['2026-03-29T12:00', 1, 1],
      ['2026-03-29T21:00', 1, 1],
    ])
    expect(await hoursOf('2026-10-25', 'Europe/Berlin')).toHaveLength(25)
    const half = await hoursOf('2026-03-28', 'Asia/Kolkata')
    expect(half).toHaveLength(24)
    expect(half[0]).toEqual(['2026-03-27T18:30', 0, 0])
    expect(half[4]).toEqual(['2026-03-27T22:30', 1, 1])
  })

  it.each([
    // Clocks go forward from 02:00 to 02:30, so one hour has 30 minutes.
    ['2026-10-03', '2026-10-05', 72, '2026-10-03T15:30', '2026-10-03T16:00'],
    // Clocks go back from 02:00 to 01:30, so half an hour occurs twice.
    ['2026-04-04', '2026-04-06', 73, '2026-04-04T15:00', '2026-04-04T15:30'],
  ])(
    'granularity hour: an hour starts where the clocks of Lord Howe change, on %s',
    async (from, to, hours, short, next) => {
      const { id } = await create('/short-urls', { url: 'https://example.com/' })
      const click = { account_id: account.id, link_id: id }
      await storeClicks(stores.ch, [
        { ...click, at: `${short}:00Z` },
        { ...click, at: `${next}:00Z` },
      ])
      const rows = await read3(
        `/timeline/${id}?startDate=${from}&endDate=${to}&granularity=hour&timezone=Australia/Lord_Howe`,
      )
      expect(rows).toHaveLength(hours)
      const starts = rows.map(([date]: [string]) => Date.parse(`${date}:00Z`))
      const lengths = starts.slice(1).map((start: number, index: number) => (start - starts[index]) / 60_000)
      expect(lengths.filter((minutes: number) => minutes !== 60)).toEqual([30])
      expect(starts[lengths.indexOf(30)]).toBe(Date.parse(`${short}:00Z`))
      expect(rows.filter(([, clicks]: [string, number]) => clicks > 0)).toEqual([
        [short, 1, 1],
        [next, 1, 1],
      ])
      const all = await read3(`/timeline/${id}?endDate=${to}&granularity=hour&timezone=Australia/Lord_Howe`)
      expect(all.slice(0, 2)).toEqual([
        [short, 1, 1],
        [next, 1, 1],
      ])
    },
  )

  it('includes the first moment of a period and excludes its end', async () => {
    const minute = async (from: string, to: string) => await read3(`/timeline?startDate=${from}&endDate=${to}`)
    expect(await minute('2026-03-28T22:59:59.999Z', '2026-03-28T23:00:00Z')).toEqual([['2026-03-28T00:00', 1, 1]])
    expect(await minute('2026-03-28T23:00:00Z', '2026-03-28T23:00:00.001Z')).toEqual([['2026-03-28T00:00', 1, 1]])
    expect(await minute('2026-03-28T23:00:00.001Z', '2026-03-28T23:59:00Z')).toEqual([['2026-03-28T00:00', 0, 0]])
  })

  it('days: 1 to 365, 30 by default; dateRange and dates override it', async () => {
    const standard = await read('/timeline')
    expect(standard).toHaveLength(31)
    expect(standard.at(-1).date).toContain(new Date().toISOString().slice(0, 10))
    for (const [query, length] of [
      ['days=1', 2],
      ['days=7', 8],
      ['days=365', 366],
      ['dateRange=last_7_days&days=300', 8],
      ['startDate=2026-03-28&endDate=2026-03-30&days=300', 3],
    ]) {
      expect(await read(`/timeline?${query}`), String(query)).toHaveLength(Number(length))
    }
  })

  it('dateRange=all_time: from the first click to today', async () => {
    const days = await read3('/timeline?dateRange=all_time')
    expect(days[0]).toEqual(['2026-03-27T00:00', 4, 2])
    expect(days.at(-1)[0]).toContain(new Date().toISOString().slice(0, 10))
  })

  it('common filters: keeps empty intervals', async () => {
    expect(await read3(`/timeline?${march}&countryCode=ci`)).toEqual([
      ['2026-03-27T00:00', 0, 0],
      ['2026-03-28T00:00', 2, 1],
      ['2026-03-29T00:00', 0, 0],
      ['2026-03-30T00:00', 0, 0],
      ['2026-03-31T00:00', 1, 1],
    ])
  })

  describeRefusals({
    ofAccount: '/timeline',
    bad: [
      ['days=0', 'days'],
      ['days=366', 'days'],
      ['days=x', 'days'],
      ['days=1&days=2', 'days'],
      ['granularity=minute', 'granularity'],
      [
        'granularity=hour&startDate=2000-01-01&endDate=2020-01-01',
        '10,000 intervals. Shorten it, or use granularity=day',
      ],
      ['startDate=1971-01-02&endDate=2099-01-01', '10,000 intervals. Shorten it.'],
    ],
  })
})

describe('GET /analytics/timeline/{id}', () => {
  it('id is a UUID, short code, alias or all, in both path families', async () => {
    const expected = [
      ['2026-03-27T00:00', 4, 2],
      ['2026-03-28T00:00', 1, 1],
      ['2026-03-29T00:00', 0, 0],
      ['2026-03-30T00:00', 0, 0],
      ['2026-03-31T00:00', 2, 2],
    ]
    for (const id of ['spring', links.spring]) {
      expect(await read3(`/timeline/${id}?${march}`)).toEqual(expected)
      expect(await read3(`/url/${id}/timeline?${march}`)).toEqual(expected)
    }
    const all = await read3(`/timeline?${march}`)
    expect(await read3(`/timeline/all?${march}`)).toEqual(all)
    expect(await read3(`/url/all/timeline?${march}`)).toEqual(all)
  })

  it('a slug on several domains returns 400 with the candidates, unless the domain is given', async () => {
    await create('/domains/subdomains', { subdomain: 'crew' })
    const make = (subdomain: string) =>
      create('/short-urls', { url: 'https://example.com/', custom_alias: 'twin', url_type: 'subdomain', subdomain })
    const [{ id }] = [await make('team'), await make('crew')]
    await storeClicks(stores.ch, [{ account_id: account.id, link_id: id, at: '2026-04-02T12:00:00Z' }])
    const { json } = await get('/timeline/twin')
    expect(json.error).toMatchObject({ code: 'BAD_REQUEST', details: { candidates: [{}, {}] } })
    for (const [subdomain, clicks] of [
      ['team', 1],
      ['crew', 0],
    ]) {
      const rows = await read(`/timeline/twin?subdomain=${subdomain}&startDate=2026-04-02&endDate=2026-04-02`)
      expect(rows).toEqual([bucket('2026-04-02T00:00:00.000Z', Number(clicks), Number(clicks))])
    }
  })

  describeRefusals({ ofLink: 'timeline' })
})
