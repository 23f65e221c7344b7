import { readFlag } from '../read-values.ts'
import { type DumpSource, mayHave } from './dump-source.ts'

/** The tables links and domains of Kutt. Its table of visits has only totals of an hour, and no individual visits. */
export const kuttDump: DumpSource = {
  name: 'Kutt',
  example: 'links',
  hasSqlite: true,
  kindOf(table) {
    // The columns may be in any order, so that a dump must name them.
    if (table.columns === null) return null
    if (table.name === 'links' && mayHave(table, 'address', 'target')) return 'links'
    return table.name === 'domains' && mayHave(table, 'id', 'address') ? 'hosts' : null
  },
  columns: {},
  belongs: () => true,
  used: ['domain_id', 'banned'],
  complete(link, value, hosts) {
    const host = hosts.get(value('domain_id') ?? '')
    if (host !== undefined) link.domain = host
    // COPY writes t and f.
    const isBanned = value('banned') === 't' || readFlag(value('banned') ?? '') === true
    if (isBanned) Object.assign(link, { is_active: 'false', notes: [...(link.notes ?? []), 'link_banned'] })
  },
}
