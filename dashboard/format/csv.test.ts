import { expect, it } from 'vitest'
import { writeCsv } from './csv.ts'

it('writes a header and rows, quotes where needed, and prevents formulas', () => {
  const lines = [
    { name: 'He said "hi", twice', clicks: 2 },
    { name: '=HYPERLINK("x")', clicks: -1 },
    { name: null, clicks: 0 },
  ]
  expect(writeCsv(lines)).toBe('name,clicks\r\n"He said ""hi"", twice",2\r\n"\'=HYPERLINK(""x"")",-1\r\n,0\r\n')
  expect(writeCsv([])).toBe('\r\n')
})
