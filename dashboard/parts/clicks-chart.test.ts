import { type ComponentProps, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keepTimeZone } from '../format/time-zone.ts'
import { ClicksChart } from './clicks-chart.tsx'

beforeAll(() => keepTimeZone('UTC'))
afterAll(() => keepTimeZone(null))

const timeline = [{ date: '2026-11-21T00:00:00.000Z', clicks: 3, unique_visitors: 2 }]
const fail = () => Promise.reject(new Error('unexpected request'))
const query = { data: timeline, error: null, isError: false, isPlaceholderData: false, refetch: fail }
const earlier = [{ date: '2026-11-20T00:00:00.000Z', clicks: 5, unique_visitors: 4 }]
const before = { timeline: earlier, back: 1 }
const draw = (props: Partial<ComponentProps<typeof ClicksChart>>) => {
  const html = renderToStaticMarkup(
    createElement(ClicksChart, { query, before, granularity: 'day', isOpen: true, ...props }),
  )
  const cells = (tag: string) => [...html.matchAll(new RegExp(`<${tag}>(.*?)</`, 'g'))].map(([, text]) => text)
  return { columns: cells('th scope="col"'), rows: cells('th scope="row"'), cells: cells('td') }
}
const columns = (beforeName?: string) => draw({ beforeName }).columns

it('the table of a chart names the comparison in its column header', () => {
  expect(columns()).toEqual(['Time', 'Clicks', 'Previous period'])
  expect(columns('Previous year')).toEqual(['Time', 'Clicks', 'Previous year'])
})

it('the table of a chart shows a dash if there is nothing to compare a time with, and 0 if there were no clicks', () => {
  expect(draw({}).cells).toEqual(['3', '5'])
  expect(draw({ metric: 'visitors' }).cells).toEqual(['2', '4'])
  expect(draw({ before: { ...before, back: 2 } }).cells).toEqual(['3', '–'])
  const none = [{ date: '2026-11-20T00:00:00.000Z', clicks: 0, unique_visitors: 0 }]
  expect(draw({ before: { ...before, timeline: none } }).cells).toEqual(['3', '0'])
})

it('the table of a chart names a week by its days if only some of them are in the period', () => {
  const week = [{ date: '2026-11-16T00:00:00.000Z', clicks: 3, unique_visitors: 2 }]
  const rows = (startDate: string, endDate: string) =>
    draw({ query: { ...query, data: week }, granularity: 'week', days: { startDate, endDate } }).rows
  expect(rows('2026-11-01', '2026-11-30')).toEqual(['Week of Nov 16, 2026'])
  expect(rows('2026-11-18', '2026-11-30')).toEqual([expect.stringMatching(/^Nov 18\s–\s22, 2026$/)])
})
