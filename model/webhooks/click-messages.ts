import { hostsOf, passes } from '#core/webhooks/event-subject.ts'
import { scanMessageId } from '#core/webhooks/write-event.ts'
import { type ClickRow, type ShownColumn, shownColumns } from '#schemas/click-columns.ts'
import { noId } from '#schemas/clicks.ts'
import type { EventData } from '#schemas/events.ts'
import type { ClickSubjects, SubjectLink } from './click-subjects.ts'
import type { Listener } from './listeners.ts'

type ClickMessage = { id: string; created_at: string } & (
  | { type: 'url.clicked'; data: EventData<'url.clicked'> }
  | { type: 'qr.scanned'; data: EventData<'qr.scanned'> }
)

/** The messages of these clicks for one webhook. Deleted links have none. */
export function chooseMessages(listener: Listener, rows: readonly ClickRow[], told: ClickSubjects): ClickMessage[] {
  const [hearsClicks, hearsScans] = [listener.events.includes('url.clicked'), listener.events.includes('qr.scanned')]
  const isWanted = rememberFilters(listener, told)
  const messages: ClickMessage[] = []
  for (const row of rows) {
    const link = told.links.get(row.link_id)
    if (link === undefined || row.account_id !== listener.account_id) continue
    if ((row.traffic === 'bot' && !listener.include_bots) || !isWanted(row, link)) continue
    const created_at = new Date(row.clicked_at).toISOString()
    if (hearsClicks) {
      messages.push({ id: row.click_id, type: 'url.clicked', created_at, data: describeClick(row, link, created_at) })
    }
    const code = told.codes.get(row.qr_code_id)
    if (hearsScans && code !== undefined) {
      const data = describeScan(row, { link, code, scanned_at: created_at })
      messages.push({ id: scanMessageId(row.click_id), type: 'qr.scanned', created_at, data })
    }
  }
  return messages
}

/** Evaluated once for each link and code instead of each of thousands of clicks. */
function rememberFilters(
  { filters }: Listener,
  { codes }: ClickSubjects,
): (row: ClickRow, link: SubjectLink) => boolean {
  const answers = new Map<string, boolean>()
  return (row, link) => {
    const key = row.link_id + row.qr_code_id
    const known = answers.get(key)
    if (known !== undefined) return known
    const code = codes.get(row.qr_code_id)
    const answer = passes(filters, {
      url_ids: [row.link_id],
      campaign_ids: [link.campaign_id, code?.campaign_id].filter((id) => typeof id === 'string'),
      tags: [...link.tags, ...(code?.tags ?? [])],
      qr_code_ids: code === undefined ? [] : [code.id],
      domains: hostsOf(link.short_url),
    })
    answers.set(key, answer)
    return answer
  }
}

const known = (text: string): string | null => (text === '' ? null : storable(text))

/** Postgres accepts neither U+0000 nor lone surrogates in JSON, and a decoded query may contain both. */
const storable = (text: string): string =>
  doubtful.test(text) ? Buffer.from(text).toString().replaceAll('\u0000', '\ufffd') : text

/** Also matches valid pairs, which are kept. */
// oxlint-disable-next-line no-control-regex -- the character to find
const doubtful = /[\u0000\ud800-\udfff]/

const idOrNull = (id: string): string | null => (id === noId ? null : id)

function describeClick(row: ClickRow, link: SubjectLink, clicked_at: string): EventData<'url.clicked'> {
  return {
    id: row.click_id,
    clicked_at,
    short_url_id: row.link_id,
    short_code: link.short_code,
    short_url: link.short_url,
    name: link.name,
    campaign_id: link.campaign_id,
    tags: link.tags,
    qr_code_id: idOrNull(row.qr_code_id),
    ...(Object.fromEntries(shownColumns.map((name) => [name, known(row[name])])) as Record<ShownColumn, string | null>),
    variant_id: idOrNull(row.variant_id),
    is_qr_scan: row.qr_code_id !== noId,
    is_bot: row.traffic === 'bot',
    bot_reason: known(row.bot_reason),
  }
}

interface Scanned {
  link: SubjectLink
  code: EventData<'qr.scanned'>['qr_code']
  scanned_at: string
}

function describeScan(row: ClickRow, { link, code, scanned_at }: Scanned): EventData<'qr.scanned'> {
  return {
    qr_code: code,
    scan_id: row.click_id,
    scanned_at,
    short_url_id: row.link_id,
    short_url: link.short_url,
    destination_url: storable(row.destination_url),
    country_code: known(row.country_code.toLowerCase()),
    region: known(row.region),
    city: known(row.city),
    device_type: row.device_type,
    browser: known(row.browser),
    os: known(row.os),
    referrer_domain: known(row.referrer_domain),
    is_bot: row.traffic === 'bot',
  }
}
