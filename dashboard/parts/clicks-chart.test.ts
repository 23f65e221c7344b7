import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ClicksChart } from './clicks-chart.tsx'

const timeline = [{ date: '2026-11-21T00:00:00.000Z', clicks: 3, unique_visitors: 2 }]
const fail = () => Promise.reject(new Error('unexpected request'))
const query = { data: timeline, error: null, isError: false, isPlaceholderData: false, refetch: fail }
const columns = (beforeName?: string) => {
  const chart = { query, before: timeline, beforeName, granularity: 'day', isOpen: true } as const
  const html = renderToStaticMarkup(createElement(ClicksChart, chart))
  return [...html.matchAll(/<th scope="col">(.*?)<\/th>/g)].map(([, name]) => name)
}

it('the table of a chart names the comparison in its column header', () => {
  expect(columns()).toEqual(['Time', 'Clicks', 'Previous period'])
  expect(columns('Previous year')).toEqual(['Time', 'Clicks', 'Previous year'])
})
