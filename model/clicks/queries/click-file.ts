import { ch, column, columns, type Fragment, instant, join, text, uuid } from '#runtime/ch-tag.ts'
import { click } from '#schemas/analytics-clicks.ts'
import { type ClickColumnName, type ShownColumn, shownColumns } from '#schemas/click-columns.ts'
import { noId } from '#schemas/clicks.ts'
import type { Period } from '../period.ts'
import { firstsBy } from './first-clicks.ts'

interface FileOptions {
  account_id: string
  period: Period
  /** Length of a window of visitor ids. */
  windowMs: number
  /** Columns that the plan does not include. */
  withheld: ReadonlySet<ClickColumnName>
}

type Member = keyof typeof click.shape

const missing = ch`cast(null as Nullable(String))`

/** All clicks with the members of a click in the API as typed columns, in stored order. */
export function clickFile(where: Fragment, options: FileOptions): Fragment {
  const special: Record<Exclude<Member, ShownColumn>, Fragment> = {
    id: ch`toString(click_id) as id`,
    clicked_at: ch`clicked_at`,
    short_url_id: ch`toString(link_id) as short_url_id`,
    variant_id: ch`nullIf(toString(${column('variant_id')}), ${text(noId)}) as variant_id`,
    is_unique: ch`toBool(click_id global in (${firstOfVisitors(where, options)})) as is_unique`,
    is_qr_scan: ch`toBool(qr_code_id != ${uuid(noId)}) as is_qr_scan`,
    is_bot: ch`toBool(traffic = 'bot') as is_bot`,
    bot_reason: ch`nullIf(${column('bot_reason')}, '') as bot_reason`,
  }
  const shown = (name: ShownColumn) =>
    ch`${options.withheld.has(name) ? missing : ch`nullIf(${column(name)}, '')`} as ${columns([name])}`
  const members = (Object.keys(click.shape) as Member[]).map((name) => (isShown(name) ? shown(name) : special[name]))
  return ch`
    select ${join(members, ch`, `)}
    from clicks
    where ${where}
    order by link_id, clicked_at, click_id`
}

const isShown = (name: Member): name is ShownColumn => (shownColumns as readonly string[]).includes(name)

/** The first click of each visitor on each link within each window, as in first-clicks.ts: filters do not make it another one. */
function firstOfVisitors(where: Fragment, { account_id, period, windowMs }: FileOptions): Fragment {
  const from = period.from === null ? ch`` : ch`and clicked_at >= ${instant(startOfWindow(period.from, windowMs))}`
  return ch`
    select argMin(click_id, (clicked_at, click_id))
    from clicks
    where account_id = ${uuid(account_id)} ${from}
      and link_id global in (select link_id from clicks where ${where})
      and visitor_id global in (select visitor_id from clicks where ${where})
    group by ${firstsBy(windowMs)}`
}

const startOfWindow = (at: number, windowMs: number) => Math.floor(at / windowMs) * windowMs
