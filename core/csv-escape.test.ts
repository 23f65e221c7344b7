import { stringify } from 'csv-stringify/sync'
import { expect, it } from 'vitest'
import { escapeFormula, keepApostrophe, withoutEscape } from './csv-escape.ts'

const write = (text: string) => {
  const cell = stringify([[text]], { escape_formulas: true, cast: { string: keepApostrophe }, quoted: true })
  return cell.slice(1, -2).replaceAll('""', '"')
}

it.each(['=1+1', '+1', '-5', '@a', '\tx', '\rx', '＝1', "'=1", "''=1", "'", "'quoted'", "it's", '', 'plain', '1-2'])(
  '%j is read as it was',
  (text) => {
    const cell = write(text)
    expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/)
    expect(withoutEscape(cell)).toBe(text)
    expect(escapeFormula(text)).toBe(cell)
  },
)
