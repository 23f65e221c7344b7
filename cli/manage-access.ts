import type { Command } from 'commander'
import { z } from 'zod'
import {
  disconnectApps,
  endSessions,
  isOwner,
  revokeKeys,
  type Selection,
  selectAllApps,
  selectAllKeys,
  selectAllSessions,
} from '#model/accounts/access-lists.ts'
import { cliOrigin, recordChange } from '#model/accounts/audit-log.ts'
import type { Config } from '#runtime/config.ts'
import type { Sql } from '#runtime/postgres.ts'
import { withPostgres } from './with-postgres.ts'

interface Listed {
  id: string
  account_id: string
}

interface Kind<Row> {
  /** One and many. */
  nouns: [string, string]
  list: (sql: Sql, selection: Selection) => Promise<Row[]>
  describe: (row: Row) => (string | null)[]
  end: (sql: Sql, rows: readonly Row[]) => Promise<number>
}

/** Ties the parts of a kind together by the type of its rows. */
const kind = <Row extends Listed>(definition: Kind<Row>) => definition

const day = (at: Date | null) => (at === null ? 'never used' : at.toISOString().slice(0, 16).replace('T', ' '))

const kinds = {
  keys: kind({
    nouns: ['API key', 'API keys'],
    list: selectAllKeys,
    describe: ({ id, account, name, prefix, parent_key_id, created_at, last_used_at }) => [
      ...[id, account, name, `${prefix}…`, day(created_at), day(last_used_at)],
      parent_key_id && `created by ${parent_key_id}`,
    ],
    end: revokeKeys,
  }),
  sessions: kind({
    nouns: ['session', 'sessions'],
    list: selectAllSessions,
    describe: ({ id, email, device, created_at, last_seen_at }) => [
      ...[id, email, device, day(created_at), day(last_seen_at)],
    ],
    end: endSessions,
  }),
  apps: kind({
    nouns: ['connected app', 'connected apps'],
    list: selectAllApps,
    describe: ({ id, email, client_name, connected_at }) => [id, email, client_name, day(connected_at)],
    end: disconnectApps,
  }),
}

const listOptions = z.object({ account: z.string().optional(), json: z.boolean().default(false) })
const revokeOptions = z.object({ account: z.string().optional(), all: z.boolean().default(false) })

/** Adds `list` and `revoke` to the command of a kind. */
export function addAccessCommands(parent: Command, name: keyof typeof kinds, config: () => Config): void {
  if (name === 'keys') addCommands(parent, kinds.keys, config)
  else if (name === 'sessions') addCommands(parent, kinds.sessions, config)
  else addCommands(parent, kinds.apps, config)
}

function addCommands<Row extends Listed>(parent: Command, of: Kind<Row>, config: () => Config): void {
  const [, many] = of.nouns
  const account = ['--account <id or email>', `only ${many} of this account or user`] as const
  parent
    .command('list')
    .description(`List ${many}`)
    .option(...account)
    .option('--json', 'print JSON')
    .action((options) => list(config(), of, options))
  parent
    .command('revoke')
    .description(`Revoke ${many}: by ID, of an account or user, or all`)
    .argument('[ids...]', 'IDs, as printed by list')
    .option(...account)
    .option('--all', `revoke all ${many} of this installation`)
    .action((ids: string[], options) => revoke(config(), of, ids, options))
}

async function list<Row>(config: Config, { list: select, describe }: Kind<Row>, given: unknown): Promise<void> {
  const { account = null, json } = listOptions.parse(given)
  const rows = await withPostgres(config, async (sql) => {
    await demandOwner(sql, account)
    return await select(sql, { owner: account, ids: null })
  })
  const lines = rows.map((row) =>
    describe(row)
      .filter((part) => part !== null)
      .join('  '),
  )
  process.stdout.write(json ? `${JSON.stringify(rows)}\n` : lines.map((line) => `${plain(line)}\n`).join(''))
}

async function revoke<Row extends Listed>(config: Config, of: Kind<Row>, ids: string[], given: unknown): Promise<void> {
  const { account = null, all } = revokeOptions.parse(given)
  if ([ids.length > 0, account !== null, all].filter(Boolean).length !== 1) {
    throw new Error('Enter either IDs, --account, or --all.')
  }
  const [one, many] = of.nouns
  const count = await withPostgres(config, async (sql) => {
    await demandOwner(sql, account)
    const rows = await of.list(sql, { owner: account, ids: ids.length > 0 ? ids : null })
    if (rows.length < new Set(ids).size)
      throw new Error(`Unknown ID. Run list to see all ${many}. Nothing was revoked.`)
    const ended = await of.end(sql, rows)
    await recordEnd(sql, of.nouns, rows)
    return ended
  })
  process.stdout.write(`Revoked ${count} ${count === 1 ? one : many}.\n`)
}

/** Written after the access has ended, so that a full disk never keeps it open. One entry for each account. */
async function recordEnd(sql: Sql, [one, many]: [string, string], rows: readonly Listed[]): Promise<void> {
  for (const account_id of new Set(rows.map((row) => row.account_id))) {
    const object_ids = rows.filter((row) => row.account_id === account_id).map(({ id }) => id)
    const change = {
      action: `waymark ${many} revoke`,
      summary: `Revoke ${object_ids.length === 1 ? one : many}`,
      object_ids,
    }
    await sql.begin((tx) => recordChange(tx, cliOrigin(account_id), change))
  }
}

async function demandOwner(sql: Sql, account: string | null): Promise<void> {
  if (account !== null && !(await isOwner(sql, account))) throw new Error(`No account or user: ${account}`)
}

/** Names come from users and apps: control characters must not reach the terminal. */
const plain = (line: string) => line.replace(/\p{C}/gu, '')
