import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { writeBatch } from '#core/clicks/batch-text.ts'
import { clickId } from '#schemas/clicks.ts'
import { batchOfText, clickBatch, newBatchId, rawClick } from '../../test/factories/click-batch.ts'
import { decodeBatch } from './decode-batch.ts'

const options = { batch_id: newBatchId(), reply_to: 'redirector-1' }

function decodeClicks(job: Parameters<typeof decodeBatch>[0]) {
  const decoded = decodeBatch(job)
  if (decoded.kind !== 'clicks') throw new Error(decoded.why)
  return decoded
}

describe('a batch', () => {
  it('contains its clicks with the fields and ids from the redirector', () => {
    const click = rawClick({ query: 'a=1&b=é', qr_code_id: '019a0000-0000-7000-8000-000000000001' })
    const { clicks, malformed } = decodeClicks(clickBatch([click], options))
    expect(malformed).toBe(0)
    expect(clicks[0]?.raw).toEqual(click)
    expect(clicks[0]?.row).toMatchObject({
      click_id: clickId(options.batch_id, 0),
      clicked_at: Number(click.clicked_at),
      qr_code_id: '019a0000-0000-7000-8000-000000000001',
      test_id: '00000000-0000-0000-0000-000000000000',
      visitor_id: '18446744073709551615',
    })
  })

  it('numbers clicks by their line, whatever is dropped before them', () => {
    const { clicks, malformed } = decodeClicks(clickBatch([rawClick({ clicked_at: '' }), rawClick()], options))
    expect(malformed).toBe(1)
    expect(clicks.map(({ row }) => row.click_id)).toEqual([clickId(options.batch_id, 1)])
  })

  it('drops a line that is not a click', () => {
    const job = batchOfText(`half a click\n${writeBatch([rawClick()])}`, 2, options)
    expect(decodeClicks(job)).toMatchObject({
      malformed: 1,
      clicks: [{ row: { click_id: clickId(options.batch_id, 1) } }],
    })
  })

  it.each([
    { clicked_at: '1700000000' },
    { clicked_at: '170000000000x' },
    { account_id: '' },
    { account_id: 'DROP TABLE' },
    { link_id: '019a0000-0000-7000-8000-00000000000' },
    { variant_id: 'x' },
    { visitor_id: '-1' },
    { visitor_id: '18446744073709551616' },
    { visitor_id: '1e5' },
  ])('drops a click that a store would reject: %o', (special) => {
    expect(decodeClicks(clickBatch([rawClick(special)], options))).toEqual({ kind: 'clicks', clicks: [], malformed: 1 })
  })
})

describe('permanently unreadable data', () => {
  it.each([
    ['not a Brotli stream', { tsv: Buffer.from('plain text').toString('base64') }],
    ['empty', { tsv: '' }],
    ['a truncated stream', { tsv: clickBatch([rawClick()], options).tsv.slice(0, 80) }],
    ['a different number of lines than announced', { rows: 2 }],
    ['more than a segment can hold', { tsv: brotliCompressSync(Buffer.alloc(17 * 1024 ** 2)).toString('base64') }],
  ])('is %s', (_name, special) => {
    expect(decodeBatch({ ...clickBatch([rawClick()], options), ...special }).kind).toBe('unreadable')
  })

  it('is a batch with clicks above number 65,535', () => {
    expect(decodeBatch(batchOfText('\n'.repeat(65_537), 65_537, options)).kind).toBe('unreadable')
  })
})
