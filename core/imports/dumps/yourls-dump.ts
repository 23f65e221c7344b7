import { readDate } from '../read-date.ts'
import { type DumpSource, mayHave } from './dump-source.ts'

/** What YOURLS writes instead of an empty referrer. */
const noReferrer = 'direct'

/** The tables url and log of YOURLS, with any prefix. */
export const yourlsDump: DumpSource = {
  name: 'YOURLS',
  example: 'yourls_url',
  kindOf(table) {
    if (/url$/i.test(table.name) && mayHave(table, 'keyword', 'url')) return 'links'
    return /log$/i.test(table.name) && mayHave(table, 'shorturl', 'click_time') ? 'visits' : null
  },
  columns: {
    links: ['keyword', 'url', 'title', 'timestamp', 'ip', 'clicks'],
    visits: ['click_id', 'click_time', 'shorturl', 'referrer', 'user_agent', 'ip_address', 'country_code'],
  },
  belongs: (table, links) => table.slice(0, -'log'.length) === links.slice(0, -'url'.length),
  used: [],
  readVisit(value) {
    // YOURLS writes times in UTC.
    const at = readDate(value('click_time') ?? '')
    const referrer = value('referrer') ?? ''
    return at === undefined
      ? null
      : {
          slug: value('shorturl') ?? '',
          at: at.getTime(),
          user_agent: value('user_agent') ?? '',
          referrer: referrer === noReferrer ? '' : referrer,
          country_code: value('country_code')?.toLowerCase() ?? '',
          address: value('ip_address') ?? '',
        }
  },
}
