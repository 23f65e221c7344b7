import { domainToUnicode } from 'node:url'
import { ApiError } from '#core/api-error.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import type { DifferenceKind } from '#schemas/verification.ts'
import { lockAccount } from '../accounts/accounts.ts'
import { countRows, idsOf, theRow } from '../rows.ts'
import { leaseSeconds, TurnEnded, takeTurn } from './import-turn.ts'

const mostDue = 100
/** Verifications of an account that run. Each can take days, and the imports of all accounts wait for the same workers. */
const mostRunning = 3

export interface VerificationRow {
  import_id: string
  account_id: string
  state: 'running' | 'completed'
  hosts: string[]
  per_second: number
  turn: number
  /** Position of the last link that was compared. */
  position: number
  total: number
  checked: number
  different: number
  created_at: Date
  finished_at: Date | null
}

const columns = (sql: Sql | Tx) => sql`
  import_id, account_id, state, hosts, per_second, turn, position, total, checked, different, created_at, finished_at`

/** Links of the import that have a short URL at one of the hosts. */
const isCompared = (sql: Sql | Tx, hosts: readonly string[]) => sql`
  link_id is not null
  and lower(substring(source_url from '^(?:[a-zA-Z]+://)?([^/?#]+)')) = any(${hosts.flatMap(spellingsOf)}::text[])`

/** Sources have the names of international domains in ASCII or as people write them. */
function spellingsOf(host: string): string[] {
  const [name = '', port] = host.split(':', 2)
  const written = domainToUnicode(name)
  return written === '' ? [host] : [host, port === undefined ? written : `${written}:${port}`]
}

interface Asked {
  account_id: string
  import_id: string
  hosts: readonly string[]
  per_second: number
}

/** Starts the comparison, and discards an earlier one. undefined if the account has no such import. */
export async function startVerification(tx: Tx, asked: Asked): Promise<VerificationRow | undefined> {
  const { account_id, import_id, hosts, per_second } = asked
  // Two at once could exceed the limit.
  await lockAccount(tx, account_id)
  const [row] = await tx<{ state: string }[]>`
    select state
    from imports
    where id = ${import_id} and account_id = ${account_id}
    for update`
  if (row === undefined) return undefined
  if (row.state !== 'completed') throw new ApiError('CONFLICT', 'Only a completed import can be verified.')
  const running = await tx`select from import_verifications where import_id = ${import_id} and state = 'running'`
  if (running.count > 0) throw new ApiError('CONFLICT', 'The import is already being verified.')
  const others = await countRows(tx, tx`import_verifications where account_id = ${account_id} and due_at is not null`)
  if (others >= mostRunning)
    throw new ApiError(
      'CONFLICT',
      `The account verifies ${mostRunning} imports already. Wait until one of them is done.`,
    )
  await tx`delete from import_verifications where import_id = ${import_id}`
  const rows = await tx<VerificationRow[]>`
    insert into import_verifications (import_id, account_id, hosts, per_second, total)
    select ${import_id}, ${account_id}, ${[...hosts]}, ${per_second}, count(*)
    from import_items
    where import_id = ${import_id} and ${isCompared(tx, hosts)}
    returning ${columns(tx)}`
  return theRow(rows, 'a verification was not inserted')
}

export const selectVerification = async (sql: Sql | Tx, importId: string): Promise<VerificationRow | undefined> =>
  (await sql<VerificationRow[]>`select ${columns(sql)} from import_verifications where import_id = ${importId}`)[0]

export const verificationsAreDue = (sql: Sql) => sql`exists (select from import_verifications where due_at <= now())`

export const findDueVerifications = (tx: Tx): Promise<string[]> =>
  idsOf(tx`select import_id as id from import_verifications where due_at <= now() order by due_at limit ${mostDue}`)

export interface TakenVerification extends VerificationRow {
  /** Turns in a row that compared nothing and that nobody ended, because their worker was killed or crashed. */
  crashes: number
  /** Links that were not compared, because of too many crashes. */
  left_out: number
}

export const takeVerification = (sql: Sql, importId: string): Promise<TakenVerification | undefined> =>
  sql.begin((tx) =>
    takeTurn<Omit<TakenVerification, 'crashes'>>(tx, {
      table: 'import_verifications',
      which: tx`import_id = ${importId}`,
      columns: tx`left_out, ${columns(tx)}`,
    }),
  )

export interface ComparedLink {
  position: number
  link_id: string
  source_url: string
}

export const selectCompared = (
  sql: Sql,
  { import_id, hosts }: VerificationRow,
  { after, limit }: { after: number; limit: number },
): Promise<ComparedLink[]> => sql<ComparedLink[]>`
  select position, link_id, source_url
  from import_items
  where import_id = ${import_id} and position > ${after} and ${isCompared(sql, hosts)}
  order by position
  limit ${limit}`

export interface Difference {
  position: number
  link_id: string
  source_url: string
  kind: DifferenceKind
  source_status: number | null
  source_destination: string | null
  status: number | null
  destination: string | null
  message: string | null
}

interface Compared {
  position: number
  difference: Difference | null
  isLeftOut?: boolean
}

/** Stores the result for a link together with its position. Throws TurnEnded if another worker has taken over. */
export async function recordCompared(
  sql: Sql,
  { import_id, turn }: VerificationRow,
  { position, difference, isLeftOut = false }: Compared,
): Promise<void> {
  await sql.begin(async (tx) => {
    const { count } = await tx`
      update import_verifications
      set position = ${position}, checked = checked + 1, different = different + ${difference === null ? 0 : 1},
        left_out = left_out + ${isLeftOut ? 1 : 0}, crashes = 0, due_at = now() + make_interval(secs => ${leaseSeconds})
      where import_id = ${import_id} and turn = ${turn} and state = 'running'`
    if (count === 0) throw new TurnEnded()
    if (difference !== null) await tx`insert into import_differences ${tx({ import_id, ...difference })}`
  })
}

/** Ends the verification, or leaves it to the next worker. */
export async function endTurn(
  sql: Sql,
  { import_id, turn }: VerificationRow,
  { isFinished, seconds = 0 }: { isFinished: boolean; seconds?: number },
): Promise<void> {
  await sql`
    update import_verifications
    set state = case when ${isFinished} then 'completed' else state end,
      finished_at = case when ${isFinished} then now() end, is_held = false,
      due_at = case when ${isFinished} then null else now() + make_interval(secs => ${seconds}) end
    where import_id = ${import_id} and turn = ${turn} and state = 'running'`
}

const differencesPerPage = 500

/** A difference in the report. */
export type ListedDifference = Omit<Difference, 'link_id'> & { short_url_id: string }

/** All differences of an import, in the order of its source. */
export async function* readDifferencePages(sql: Sql, importId: string): AsyncGenerator<ListedDifference[]> {
  for (let after = 0; ; ) {
    const rows = await sql<ListedDifference[]>`
      select position, link_id as short_url_id, source_url, kind, source_status, source_destination, status, destination, message
      from import_differences
      where import_id = ${importId} and position > ${after}
      order by position
      limit ${differencesPerPage}`
    if (rows.length > 0) yield rows
    if (rows.length < differencesPerPage) return
    after = rows.at(-1)?.position ?? after
  }
}
