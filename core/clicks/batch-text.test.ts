import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RawClick } from '#schemas/clicks.ts'
import { rawClick } from '../../test/factories/click-batch.ts'
import { agentLine, asLink, clickLine, linkLine, readBatch, writeBatch } from './batch-text.ts'

const field = fc.string({ unit: 'grapheme' }).filter((text) => !/[\t\n]/.test(text))
const fewFields = fc.constantFrom('', 'one', 'other', '=', 'L', '0')
const ownFields = Object.fromEntries(Object.keys(rawClick()).map((column) => [column, fc.oneof(fewFields, field)]))
const anyClick = fc.record(ownFields) as unknown as fc.Arbitrary<RawClick>

const line = { ...rawClick(), link: 0, agent: 1, destination_url: asLink }
const link = linkLine(0, rawClick({ link_id: 'the link' }))
const agent = agentLine(1, 'the agent')

describe('a batch', () => {
  it('reads back what was written', () => {
    fc.assert(
      fc.property(fc.array(anyClick, { maxLength: 8 }), (clicks) => {
        const readable = clicks.filter(({ clicked_at }) => !['L', 'A'].includes(clicked_at))
        expect(readBatch(writeBatch(readable))).toEqual(readable)
      }),
    )
  })

  it('writes data that clicks share only once', () => {
    const click = rawClick()
    const [few, many] = [1, 11].map(
      (count) => writeBatch(Array.from({ length: count }, () => click)).split('\n').length,
    )
    expect(many).toBe((few ?? 0) + 10)
  })

  it('resolves a number to the most recent definition', () => {
    const text = link + agent + clickLine(line) + linkLine(0, rawClick({ link_id: 'another' })) + clickLine(line)
    expect(readBatch(text).map((click) => click?.link_id)).toEqual(['the link', 'another'])
  })

  it('stores the destination of a click if it differs from that of its link', () => {
    const text = link + agent + clickLine({ ...line, destination_url: 'https://elsewhere.example/' }) + clickLine(line)
    const destinations = readBatch(text).map((click) => click?.destination_url)
    expect(destinations).toEqual(['https://elsewhere.example/', rawClick().destination_url])
  })

  it.each([
    ['a missing field', link + agent + clickLine(line).replace('\t', '')],
    ['an extra field', link + agent + clickLine(line).replace('\t', '\t\t')],
    ['no fields', `${link}${agent}\n`],
    ['an undefined link', agent + clickLine(line)],
    ['an undefined agent', link + clickLine(line)],
    ['half a link line before it', link.slice(0, link.lastIndexOf('\t')) + '\n' + agent],
  ])('keeps the position of a click with %s', (_name, text) => {
    const good = linkLine(7, rawClick()) + agentLine(8, 'good') + clickLine({ ...line, link: 7, agent: 8 })
    expect(readBatch(text + good).map((click) => click?.user_agent)).toEqual([undefined, 'good'])
  })
})
