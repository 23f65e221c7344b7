import type { RawClick } from '#schemas/clicks.ts'

/**
 * Clicks as text: one line per click with fields separated by tabs. Values that many clicks of a batch share, such as the
 * link or the user agent, appear once, in a separate line with a number that later clicks refer to. A number may be reused:
 * later clicks refer to its latest value.
 */
export type SharedLink = Pick<RawClick, 'account_id' | 'link_id' | 'qr_code_id' | 'destination_url'>

/** A click as in its line. */
export interface LineClick extends Omit<RawClick, keyof SharedLink | 'user_agent' | 'clicked_at'> {
  clicked_at: string | number
  link: number
  agent: number
  /** The destination of the visitor, or `asLink`. */
  destination_url: string
}

/** Marks a click that was redirected to the destination of its link. */
export const asLink = '='

const linkMark = 'L'
const agentMark = 'A'
const linkFields = 6
const agentFields = 3
const clickFields = 13
/** Clicks that a targeting rule decided end with its id. Earlier workers cannot read them. */
const ruleClickFields = 14

export const linkLine = (number: number, link: SharedLink): string =>
  `${linkMark}\t${number}\t${link.account_id}\t${link.link_id}\t${link.qr_code_id}\t${link.destination_url}\n`

export const agentLine = (number: number, text: string): string => `${agentMark}\t${number}\t${text}\n`

export const clickLine = (click: LineClick): string =>
  `${click.clicked_at}\t${click.link}\t${click.agent}\t${click.test_id}\t${click.variant_id}\t${click.visitor_id}\t${click.ip_prefix}\t${click.method}\t${click.purpose}\t${click.language}\t${click.referrer}\t${click.query}\t${click.destination_url}${click.rule_id === '' ? '' : `\t${click.rule_id}`}\n`

/** A whole batch. */
export function writeBatch(clicks: readonly RawClick[]): string {
  const numbers = new Map<string, number>()
  let text = ''
  const share = (line: (number: number) => string): number => {
    const key = line(0)
    const known = numbers.get(key)
    if (known !== undefined) return known
    const number = numbers.size
    numbers.set(key, number)
    text += line(number)
    return number
  }
  for (const click of clicks) {
    const link = share((number) => linkLine(number, click))
    const agent = share((number) => agentLine(number, click.user_agent))
    text += clickLine({ ...click, link, agent, destination_url: asLink })
  }
  return text
}

/** The clicks of a batch in order; null for a malformed one, so that positions do not shift. */
export function readBatch(text: string): (RawClick | null)[] {
  const known: Known = { links: new Map(), agents: new Map() }
  const clicks: (RawClick | null)[] = []
  for (const line of linesOf(text)) {
    const fields = line.split('\t')
    if (fields[0] === linkMark && fields.length === linkFields) keepLink(known, fields)
    else if (fields[0] === agentMark && fields.length === agentFields) keepAgent(known, fields)
    else clicks.push(readClick(known, fields))
  }
  return clicks
}

/** Shared values by number, as text. */
interface Known {
  links: Map<string, SharedLink>
  agents: Map<string, string>
}

function keepLink({ links }: Known, fields: readonly string[]): void {
  const [, number, account_id, link_id, qr_code_id, destination_url] = fields as Six
  links.set(number, { account_id, link_id, qr_code_id, destination_url })
}

function keepAgent({ agents }: Known, fields: readonly string[]): void {
  const [, number, text] = fields as Three
  agents.set(number, text)
}

function readClick({ links, agents }: Known, fields: readonly string[]): RawClick | null {
  if (fields.length !== clickFields && fields.length !== ruleClickFields) return null
  const rule_id = fields[clickFields] ?? ''
  const [clicked_at, linkNumber, agentNumber, test_id, variant_id, visitor_id, ...rest] = fields as Thirteen
  const [ip_prefix, method, purpose, language, referrer, query, destination] = rest
  const link = links.get(linkNumber)
  const user_agent = agents.get(agentNumber)
  if (link === undefined || user_agent === undefined) return null
  const { account_id, link_id, qr_code_id } = link
  const destination_url = destination === asLink ? link.destination_url : destination
  return {
    clicked_at,
    account_id,
    link_id,
    qr_code_id,
    test_id,
    variant_id,
    rule_id,
    visitor_id,
    ip_prefix,
    method,
    purpose,
    user_agent,
    language,
    referrer,
    query,
    destination_url,
  }
}

type Three = [string, string, string]
type Six = [...Three, ...Three]
type Thirteen = [...Six, ...Six, string]

/** Each line ends with a line feed. */
function linesOf(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}
