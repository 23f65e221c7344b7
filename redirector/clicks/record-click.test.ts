import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readBatch } from '#core/clicks/batch-text.ts'
import { readFrames } from '#model/spool/spool-frame.ts'
import { createLog } from '#runtime/log.ts'
import { rawClickLimits } from '#schemas/clicks.ts'
import type { LinkRecord } from '#schemas/link-record.ts'
import type { Exchange, VisitHeader } from '../transport/exchange.ts'
import { ClickSpool } from './click-spool.ts'
import { ClickRecorder } from './record-click.ts'
import { VisitorIds } from './visitor-id.ts'

const log = createLog('test', { LOG_LEVEL: 'silent', LOG_PRETTY: false })
const link: LinkRecord = {
  rev: 1,
  link_id: 'the link',
  account_id: 'the account',
  url: 'https://example.org/',
  redirect_type: 302,
  forward_query: true,
  tracking_enabled: true,
  expires_at: null,
}
const headers = {
  'user-agent': 'agent',
  'accept-language': 'de',
  referer: 'https://r.test/',
  'sec-purpose': 'prefetch',
}
const outcome = {
  clicked_at: 1_700_000_000_000,
  query: 'a=1',
  url: 'https://example.org/?a=1',
  variant_id: undefined,
  rule_id: undefined,
}

let folder: string
let spool: ClickSpool
let recorder: ClickRecorder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-clicks-'))
  spool = new ClickSpool({ folder, log, onSealed: () => undefined })
  const visitorIds = new VisitorIds({ windowDays: 1, loadSalt: async () => Buffer.from('salt'), log })
  recorder = new ClickRecorder({ spool, visitorIds, proxies: null })
})
afterEach(() => {
  spool.seal()
  rmSync(folder, { recursive: true, force: true })
})

const visitWith = (sent: Partial<Record<VisitHeader, string>>): Exchange => ({
  method: 'GET',
  path: '/code',
  query: () => '',
  header: (name) => sent[name] ?? '',
  forwardedFor: () => '',
  traceparent: () => '',
  remoteAddress: () => '192.0.2.7',
  isOver: false,
  keep: () => undefined,
  hold: () => undefined,
  answer: () => undefined,
  readBody: async () => null,
})

/** The text on disk after sealing. */
function spooledText(): string {
  spool.seal()
  return readdirSync(folder)
    .map((name) => readFrames(readFileSync(join(folder, name))).payloads.join(''))
    .join('')
}

const spooled = () => readBatch(spooledText())

function recordOne(sent: Partial<Record<VisitHeader, string>>, of: LinkRecord, led: Partial<typeof outcome> = {}) {
  recorder.record(visitWith(sent), of, { ...outcome, ...led }, () => undefined)
}

describe('a recorded click', () => {
  it('contains the data of the visit, with the network instead of the IP address', () => {
    recordOne(headers, link)
    expect(spooled()).toEqual([
      {
        clicked_at: '1700000000000',
        account_id: 'the account',
        link_id: 'the link',
        qr_code_id: '',
        test_id: '',
        variant_id: '',
        rule_id: '',
        visitor_id: expect.stringMatching(/^\d{1,20}$/),
        ip_prefix: '192.0.2.0',
        method: 'GET',
        purpose: 'prefetch',
        user_agent: 'agent',
        language: 'de',
        referrer: 'https://r.test/',
        query: 'a=1',
        destination_url: 'https://example.org/?a=1',
      },
    ])
  })

  it('names the test and the variant', () => {
    const test = { id: 'the test', secret: '', variants: [] }
    const led = { variant_id: 'the variant' } as object
    recordOne(headers, { ...link, extras: { test } }, led)
    recordOne(headers, { ...link, extras: { test } })
    expect(spooled()).toMatchObject([
      { test_id: 'the test', variant_id: 'the variant' },
      { test_id: '', variant_id: '' },
    ])
  })

  it('keeps its own link and user agent among other clicks', () => {
    const other = { ...link, link_id: 'another', qr_code_id: 'its code', url: 'https://other.example/' }
    const agents = ['one', 'two', 'one']
    for (const agent of agents) {
      recordOne({ ...headers, 'user-agent': agent }, link, { url: link.url })
      recordOne({ ...headers, 'user-agent': agent }, other, { url: other.url })
    }
    expect(spooled()).toMatchObject(
      agents.flatMap((user_agent) => [
        { user_agent, link_id: 'the link', qr_code_id: '', destination_url: link.url },
        { user_agent, link_id: 'another', qr_code_id: 'its code', destination_url: other.url },
      ]),
    )
  })

  it('has no control characters from the client, and text in UTF-8', () => {
    const query = 'a\tb\nc\rd\u0000e\u007ffü'
    const nasty = Buffer.from(query).toString('latin1')
    const sent = { 'user-agent': nasty, 'accept-language': nasty, referer: nasty, 'sec-purpose': nasty }
    recordOne(sent, { ...link, url: 'https://example.org/\t' }, { query, url: 'https://example.org/\t' })
    const text = 'a b c d e fü'
    expect(spooled()).toMatchObject([
      {
        user_agent: text,
        language: text,
        referrer: text,
        purpose: text,
        query: text,
        destination_url: 'https://example.org/ ',
      },
    ])
  })

  it('limits the length of text from the client', () => {
    const long = 'x'.repeat(20_000)
    const sent = { 'user-agent': long, 'accept-language': long, referer: long, 'sec-purpose': long }
    recordOne(sent, { ...link, url: long }, { query: long, url: `${long}y` })
    // Including the lines of its link and user agent.
    expect(spooledText().length).toBeLessThan(24_576)
    recordOne(sent, { ...link, url: long }, { query: long, url: long })
    for (const click of spooled()) {
      for (const [column, limit] of Object.entries(rawClickLimits))
        expect(click).toHaveProperty([column, 'length'], limit)
    }
  })
})
