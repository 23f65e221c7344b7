import { expect, it } from 'vitest'
import { drawBars } from './bar-chart.ts'
import { formatTable } from './print.ts'

it('aligns columns, with numbers on the right', () => {
  const rows = [
    ['short', 5, null],
    ['much longer', 1200, 'x'],
  ]
  expect(formatTable(['NAME', 'CLICKS', 'TAG'], rows)).toBe(
    'NAME         CLICKS  TAG\nshort             5\nmuch longer    1200  x\n',
  )
  expect(formatTable(['NAME'], [])).toBe('NAME\n')
})

it('draws the longest bar over the width, and any click visibly', () => {
  const bars = [
    { label: 'Mon', value: 1 },
    { label: 'Tuesday', value: 1000 },
    { label: 'Wed', value: 0 },
  ]
  expect(drawBars(bars, 10)).toBe(`Mon      ▏ 1\nTuesday  ${'█'.repeat(10)} 1,000\nWed      0\n`)
  expect(drawBars([], 10)).toBe('')
})
