import { actorOf } from '#model/accounts/actor.ts'
import { markChanges, type Origin, recordIfChanged } from '#model/accounts/audit-log.ts'
import type { Caller } from '#model/accounts/caller.ts'
import { findTables } from '#model/accounts/changed-rows.ts'
import { type Sql, type Tx, withTransactions } from '#runtime/postgres.ts'
import { isUuid } from '#runtime/uuid.ts'
import type { Client, Endpoint, NoteChange } from './endpoint.ts'

/** IDs of one entry: as many as a bulk request can select. */
const mostIds = 1_000

interface Asked {
  params: unknown
  body: unknown
  client: Client
}

/**
 * The connection of a request that changes something. Its first transaction with a change also writes the entry of the audit
 * log, so that neither exists without the other. Writes outside of a transaction are not recorded: a test looks for the entry
 * of every endpoint.
 */
export function recordChanges(sql: Sql, endpoint: Endpoint, caller: Caller, { params, body, client }: Asked) {
  const origin: Origin = { account_id: caller.account.id, actor: actorOf(caller), address: client.address }
  let isRecorded = false
  /** A transaction that has just written the entry, and has not ended. Others wait for it: it may turn out to change nothing. */
  let recording: Promise<void> | undefined
  let noted: Parameters<NoteChange>[0] = {}
  const begin = async (work: (tx: Tx) => unknown) => {
    let recordsHere = false
    let end: (() => void) | undefined
    try {
      const tables = await findTables(sql)
      const returned = await sql.begin(async (tx) => {
        // Sent ahead of the work, which does not wait for it.
        const marking = markChanges(tx, origin.actor, tables)
        const [mark, result] = await Promise.all([marking, work(tx)])
        while (recording !== undefined) await recording
        if (isRecorded) return result
        recording = new Promise((resolve) => {
          end = resolve
        })
        const { object_ids = [], ...values } = noted
        const ids = new Set([...object_ids, ...idsInParams(params), ...idsInBody(body), ...idsInResult(result)])
        const change = {
          action: nameOf(endpoint),
          summary: endpoint.summary,
          object_ids: [...ids].slice(0, mostIds),
          fields: Object.keys(body ?? {}),
          ...values,
        }
        recordsHere = await recordIfChanged(tx, origin, change, mark)
        return result
      })
      // If it was rolled back, so was its entry.
      isRecorded ||= recordsHere
      return returned
    } finally {
      if (end !== undefined) {
        recording = undefined
        end()
      }
    }
  }
  const note: NoteChange = (given) => {
    noted = given
  }
  return {
    sql: withTransactions(sql, begin),
    note,
  }
}

export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`

const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value)

const membersOf = (given: unknown): [name: string, value: unknown][] =>
  typeof given === 'object' && given !== null ? Object.entries(given) : []

/** A path can also have a slug, or the name of a tag. */
const idsInParams = (params: unknown): string[] =>
  membersOf(params).flatMap(([, value]) => (typeof value === 'string' ? [value] : []))

/** Members such as `ids`, `url_ids` and `campaign_id`. */
const idsInBody = (body: unknown): string[] =>
  membersOf(body).flatMap(([name, value]) => (/^(ids|\w+_ids?)$/.test(name) ? [value].flat().filter(isId) : []))

/** What a transaction returns: an object with an ID, or an object or list of such, as in {kind: 'created', link: {id}}. */
function idsInResult(result: unknown): string[] {
  const members = membersOf(result)
  const own = members.flatMap(([name, value]) => (name === 'id' && isId(value) ? [value] : []))
  if (own.length > 0) return own
  return members.flatMap(([, value]) =>
    membersOf(value).flatMap(([name, id]) => (name === 'id' && isId(id) ? [id] : [])),
  )
}
