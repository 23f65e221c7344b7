import { describe, expect, it } from 'vitest'
import * as plain from './plain-reports.ts'
import { dayOf, daysBefore, startOfDay } from './plain-time.ts'
import {
  agrees,
  anyCase,
  both,
  type DataSet,
  dayMs,
  expectDescending,
  now,
  ofAccount,
  readings,
  unorderedMembers,
  useRandomClicks,
} from './random-cases.ts'
import type { PlainClick } from './random-clicks.ts'
import type { Span } from './random-filters.ts'

describe.each(readings)(
  'from $reading ($windowDays), matches a plain computation for random clicks and filters:',
  (read) => {
    useRandomClicks(read)

    it('urls-with-utm', async () => {
      const question = { path: () => '/analytics/urls-with-utm', standard: 'all_time', more: '&limit=100' } as const
      await agrees(
        question,
        ({ json, clicks, set }) => {
          const expected = new Set(clicks.filter(plain.isTagged).map(({ link }) => set.linkIds[link]))
          expect(new Set(json.data.map(({ id }: { id: string }) => id))).toEqual(expected)
        },
        ofAccount,
      )
    })

    it('top-performing-urls', async () => {
      const question = {
        path: () => '/analytics/top-performing-urls',
        standard: 30,
        takesDays: true,
        more: '&limit=100',
      }
      await agrees(
        question,
        ({ json, clicks, set }) => {
          const rows = json.data.urls.map(({ id, click_count, unique_visitors }: Record<string, unknown>) => ({
            id,
            click_count,
            unique_visitors,
          }))
          const clicked = rows.filter(({ click_count }: { click_count: number }) => click_count > 0)
          expect(plain.unordered(clicked)).toEqual(plain.links(clicks, ({ link }) => set.linkIds[link]))
          expectDescending(rows.map(({ click_count }: { click_count: number }) => ({ clicks: click_count })))
        },
        ofAccount,
      )
    })

    it('recent', async () => {
      const question = { path: () => '/analytics/recent', standard: 'all_time', more: '&limit=100' } as const
      await agrees(
        question,
        ({ json, clicks, set }) => {
          const rows = json.data.map(({ id, last_clicked_at }: Record<string, unknown>) => ({ id, last_clicked_at }))
          expect(plain.unordered(rows)).toEqual(plain.lastClicks(clicks, ({ link }) => set.linkIds[link]))
          const times = rows.map(({ last_clicked_at }: { last_clicked_at: string }) => last_clicked_at)
          expect(times).toEqual([...times].sort().reverse())
        },
        ofAccount,
      )
    })

    it('clicks', async () => {
      await agrees({ path: both('clicks'), standard: 'all_time', more: '&limit=100' }, ({ json, clicks, set }) => {
        const newest = [...clicks].sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
        expect(json.pagination.total).toBe(clicks.length)
        const told = ({ id, is_unique, is_qr_scan, is_bot, country }: Record<string, unknown>) => ({
          id,
          is_unique,
          is_qr_scan,
          is_bot,
          country,
        })
        expect(json.data.map(told)).toEqual(
          newest.slice(0, 100).map(({ id, is_scan, traffic, country, ...click }) => ({
            id,
            is_unique: isFirst({ id, is_scan, traffic, country, ...click }, set),
            is_qr_scan: is_scan,
            is_bot: traffic === 'bot',
            country: country === '' ? null : country,
          })),
        )
      })
    })

    it('export of clicks and days', async () => {
      const question = { path: () => '/analytics/export', standard: 'all_time' } as const
      const lines = (text: string) =>
        text
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line))
      await agrees(
        { ...question, more: '&dataset=clicks&format=ndjson' },
        ({ text, clicks }) =>
          expect(
            lines(text)
              .map(({ id }) => id)
              .sort(),
          ).toEqual(clicks.map(({ id }) => id).sort()),
        ofAccount,
      )
      await agrees(
        { ...question, more: '&dataset=daily&format=ndjson' },
        ({ text, clicks, set }, { filter: { timezone } }) => {
          const rows = lines(text).map(({ short_url: _, ...row }) => row)
          expect(plain.unordered(rows)).toEqual(plain.linkDays(clicks, ({ link }) => set.linkIds[link], timezone))
        },
        ofAccount,
      )
    })

    it('overview of all links', async () => {
      const question = { path: () => '/analytics/overview', standard: 30, takesDays: true }
      await agrees(
        question,
        ({ json: { data }, clicks, span, choose: of }, { filter: { timezone } }) => {
          const { scans, ...expected } = plain.figures(clicks)
          const before = span.from === null ? null : of(spanBefore(span.from, span.to)).length
          expect(data).toMatchObject({
            ...expected,
            total_scans: scans,
            bot_clicks: of(span, { traffic: 'bot' }).length,
            clicks_today: of(today(timezone)).length,
            clicks_previous_period: before,
            change_percentage: plain.change(clicks.length, before),
          })
          expectTops(data, clicks)
        },
        ofAccount,
      )
    })

    it('overview of a link', async () => {
      const links = anyCase.map((given) => ({ ...given, link: given.link ?? ('red' as const) }))
      await agrees(
        { path: both('overview'), standard: 'all_time' },
        ({ json: { data }, clicks, span, choose: of }, { filter: { timezone } }) => {
          const { scans, ...expected } = plain.figures(clicks)
          expect(data).toMatchObject({
            ...expected,
            qr_scans: scans,
            bot_clicks: of(span, { traffic: 'bot' }).length,
            clicks_today: of(today(timezone)).length,
            clicks_last_7_days: of({ from: daysBefore(now, 7), to: now }).length,
            clicks_last_30_days: of({ from: daysBefore(now, 30), to: now }).length,
          })
          expect(plain.peakHours(clicks, timezone)).toContain(data.peak_hour)
          expectTops(data, clicks)
        },
        links,
      )
    })

    it('complete', async () => {
      await agrees(
        { path: both('complete'), standard: 30, takesDays: true },
        ({ json: { data }, clicks, span }, { filter }) => {
          expect(data.timeline).toEqual(plain.timeline(clicks, span, 'day', filter.timezone))
          expect(unorderedMembers(data.devices)).toEqual(plain.devices(clicks))
          expect(unorderedMembers(data.locations)).toEqual(plain.locations(clicks))
          expect(unorderedMembers(data.referrers)).toEqual(plain.referrers(clicks))
          expect(plain.unordered(data.utm)).toEqual(plain.utm(clicks))
          expect(plain.unordered(data.languages)).toEqual(plain.languages(clicks))
          expect(plain.unordered(data.traffic_sources)).toEqual(plain.sources(clicks))
          expect(data.overview.total_clicks).toBe(clicks.length)
          expect(data.recent_clicks).toHaveLength(Math.min(10, clicks.length))
        },
      )
    })
  },
)

/** As much of the previous period as has passed of this one. */
function spanBefore(from: number, to: number): Span {
  const start = from - (to - from)
  return { from: start, to: Math.max(start, start + Math.min(to, now) - from) }
}

const today = (timezone: string): Span => ({ from: startOfDay(dayOf(now, timezone), timezone), to: now })

function expectTops(data: Record<string, string | null>, clicks: readonly PlainClick[]) {
  expect(plain.tops(clicks, ({ country }) => country)).toContain(data['top_country'])
  expect(plain.tops(clicks, ({ device_type }) => device_type)).toContain(data['top_device'])
  expect(plain.tops(clicks, ({ referrer_domain }) => referrer_domain)).toContain(data['top_referrer'])
}

/** Whether a click is the visitor's first on its link on that day, whatever the filters. Bots are apart. */
const isFirst = (click: PlainClick & { id: string }, { clicks }: DataSet): boolean =>
  !clicks.some(
    ({ id, at, link, visitor_id, traffic }) =>
      link === click.link &&
      (traffic === 'bot') === (click.traffic === 'bot') &&
      visitor_id === click.visitor_id &&
      Math.floor(at / dayMs) === Math.floor(click.at / dayMs) &&
      (at < click.at || (at === click.at && id < click.id)),
  )
