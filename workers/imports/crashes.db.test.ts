import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { holdTurn, postponeImport, releaseImport, takeImport } from '#model/imports/import-turn.ts'
import { type NewImport, pauseImport, resumeImport, selectImport } from '#model/imports/imports.ts'
import {
  readDifferencePages,
  selectVerification,
  startVerification,
  takeVerification,
} from '#model/imports/verifications.ts'
import { SecretKeys } from '#runtime/secret-keys.ts'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { createImport, endLease } from '../../test/factories/imports.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { runImport } from './run-import.ts'
import { runVerification } from './run-verification.ts'
import { finishesWithinMs, kill, stop, useWorkerProcesses } from './worker-processes.fixture.ts'

let stores: TestStores
let account: TestAccount
/** A service that never responds, so that a turn which reads it does not end. */
let service: Server
let requests = 0
const startWorkers = useWorkerProcesses(() => stores)
beforeAll(async () => {
  stores = await openTestStores()
  service = createServer(() => {
    requests += 1
  }).listen(0, '127.0.0.1')
  await eventually(() => expect(service.listening).toBe(true))
})
beforeEach(async () => {
  account = await createAccount(stores.sql)
  await stores.sql`delete from imports`
  requests = 0
})
afterAll(async () => {
  service.closeAllConnections()
  service.close()
  await stores.close()
})

const read = (id: string) => selectImport(stores.sql, account.id, id)
const mayAsk = { IMPORT_ALLOW_PRIVATE: 'true' }

async function stateOf(id: string) {
  const [row] = await stores.sql<{ is_held: boolean; crashes: number; failures: number; is_due: boolean }[]>`
    select is_held, crashes, failures, due_at <= now() as is_due from imports where id = ${id}`
  return row
}

const fromService = (): Partial<NewImport> => {
  const base_url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const from = { base_url, token: 'token-of-the-service', keys: new SecretKeys(stores.config) }
  return { source: 'shlink', with_visits: false, from }
}

async function take(id: string) {
  const run = await takeImport(stores.sql, id)
  if (run === undefined) throw new Error('the import was not taken')
  return run
}

it('an import whose worker is killed in each turn fails, and its token is deleted', {
  timeout: 3 * finishesWithinMs,
}, async () => {
  const { id } = await createImport(stores, account, fromService())
  await stores.sql`update imports set crashes = 3 where id = ${id}`
  let sent = 0
  for (let time = 4; time <= 5; time++) {
    const worker = startWorkers(mayAsk)
    await eventually(() => expect(requests).toBeGreaterThan(sent), finishesWithinMs)
    await kill(worker)
    sent = requests
    expect(await read(id)).toMatchObject({ state: 'running', error: null })
    await endLease(stores, id)
  }
  startWorkers(mayAsk)
  await eventually(async () => expect((await read(id))?.state).toBe('failed'), finishesWithinMs)
  expect((await read(id))?.error).toMatch(/^The worker stopped unexpectedly 5 times in a row .* worker log\.$/)
  expect(requests).toBe(sent)
  expect((await stores.sql`select from import_sources where import_id = ${id}`).count).toBe(0)
})

it('an import completes although its worker is killed more often, if it makes progress in between', {
  timeout: 3 * finishesWithinMs,
}, async () => {
  const count = 4_000
  const { id } = await createImport(stores, account, { count, start: 'crashed' })
  await stores.sql`update imports set crashes = 4 where id = ${id}`
  for (const share of [0.05, 0.4]) {
    const worker = startWorkers()
    await eventually(async () => expect((await read(id))?.created).toBeGreaterThan(share * count), finishesWithinMs)
    await kill(worker)
    expect(await read(id)).toMatchObject({ state: 'running' })
    await endLease(stores, id)
  }
  startWorkers()
  await eventually(async () => expect((await read(id))?.state).toBe('completed'), finishesWithinMs)
  expect(await read(id)).toMatchObject({ created: count, failed: 0 })
})

it('a worker that is stopped releases its import, which is no crash', { timeout: finishesWithinMs }, async () => {
  const { id } = await createImport(stores, account, fromService())
  const worker = startWorkers(mayAsk)
  await eventually(() => expect(requests).toBeGreaterThan(0), finishesWithinMs)
  expect(await stateOf(id)).toMatchObject({ is_held: true, is_due: false })
  await stop(worker)
  expect(await stateOf(id)).toEqual({ is_held: false, crashes: 0, failures: 0, is_due: true })
})

it('turns that end are no crashes, and a user who continues an import has it start from zero', async () => {
  const { id } = await createImport(stores, account)
  await releaseImport(stores.sql, await take(id))
  await postponeImport(stores.sql, await take(id))
  expect(await stateOf(id)).toMatchObject({ is_held: false, crashes: 0, failures: 1 })
  await take(id)
  expect(await take(id)).toMatchObject({ crashes: 1 })
  await stores.sql.begin((tx) => pauseImport(tx, account.id, id))
  expect(await stateOf(id)).toMatchObject({ is_held: false, crashes: 1 })
  await stores.sql.begin((tx) => resumeImport(tx, account.id, id, undefined))
  expect(await take(id)).toMatchObject({ crashes: 0 })
})

it.each<[string, () => Partial<NewImport>, boolean]>([
  ['a file', () => ({}), false],
  [
    'an archive',
    () => ({ source: 'waymark', from: { file_name: null, layout: null, content: Readable.from([Buffer.from('a')]) } }),
    false,
  ],
  ['an API', fromService, true],
])('the analysis of %s counts as progress only if the next turn continues it', async (_, special, isKept) => {
  const { id } = await createImport(stores, account, special())
  await take(id)
  await stores.sql`update imports set failures = 1 where id = ${id}`
  const run = await take(id)
  const hold = (...counts: [] | [{ found?: number }]) => stores.sql.begin((tx) => holdTurn(tx, run, ...counts))
  await hold()
  expect(await stateOf(id)).toMatchObject({ crashes: 1, failures: 1 })
  await hold({ found: 1 })
  const left = isKept ? 0 : 1
  expect(await stateOf(id)).toMatchObject({ crashes: left, failures: left })
  await stores.sql`update imports set phase = 'import' where id = ${id}`
  await hold({})
  expect(await stateOf(id)).toMatchObject({ crashes: 0, failures: 0 })
})

it('a crash counts for all imports of a worker, which then run one at a time', async () => {
  const [one, other, fresh] = await Promise.all([1, 2, 3].map(() => createImport(stores, account)))
  if (one === undefined || other === undefined || fresh === undefined) throw new Error('there are three')
  await Promise.all([take(one.id), take(other.id)])
  const taken = await Promise.all([one, other].map(({ id }) => takeImport(stores.sql, id)))
  const [first, ...more] = taken.flatMap((run) => run ?? [])
  if (first === undefined) throw new Error('one of them is taken')
  expect(more).toEqual([])
  const waiting = first.id === one.id ? other.id : one.id
  // The crash of the import that waits is counted once.
  for (let time = 0; time < 3; time++) expect(await takeImport(stores.sql, waiting)).toBeUndefined()
  expect(await stateOf(waiting)).toEqual({ is_held: false, crashes: 1, failures: 0, is_due: false })
  expect(await take(fresh.id)).toMatchObject({ crashes: 0 })
  await releaseImport(stores.sql, first)
  expect(await take(waiting)).toMatchObject({ crashes: 1 })
})

it('the operator is warned of each crash, and the last one ends the import without another turn', async () => {
  const { id } = await createImport(stores, account)
  const warned: unknown[] = []
  const log = Object.assign(Object.create(stores.log), { warn: (details: unknown) => warned.push(details) })
  for (let time = 1; time <= 5; time++) await take(id)
  await runImport({ ...stores, log }, id, new AbortController().signal)
  expect(warned).toEqual([{ import: id, crashes: 5 }])
  expect(await read(id)).toMatchObject({ state: 'failed', created: 0, found: 0 })
  expect((await stores.sql`select from import_parts where import_id = ${id}`).count).toBe(0)
})

let made = 0

/** A verification of links at an address that may not be requested, whose worker has crashed this often. */
async function crashVerification(count: number, crashes: number): Promise<string> {
  const { id: import_id, account_id } = await createImport(stores, account, { count, start: `verified-${made++}` })
  await runImport(stores, import_id, new AbortController().signal)
  await stores.sql`update import_items set source_url = 'http://127.0.0.1/' || position where import_id = ${import_id}`
  await stores.sql.begin((tx) => startVerification(tx, { account_id, import_id, hosts: ['127.0.0.1'], per_second: 20 }))
  for (let time = 1; time <= crashes; time++) expect(await takeVerification(stores.sql, import_id)).toBeDefined()
  return import_id
}

async function messagesOf(importId: string): Promise<(string | null)[]> {
  const messages = []
  for await (const page of readDifferencePages(stores.sql, importId)) messages.push(...page.map((row) => row.message))
  return messages
}

const verify = (id: string) => runVerification(stores, id, new AbortController().signal)

it('a verification leaves out links at which its worker crashes each time, and ends after the third one', async () => {
  const id = await crashVerification(5, 5)
  await verify(id)
  expect(await selectVerification(stores.sql, id)).toMatchObject({ state: 'running', checked: 1, different: 1 })
  for (let links = 2; links <= 3; links++) {
    for (let time = 0; time < 5; time++) await takeVerification(stores.sql, id)
    await verify(id)
  }
  expect(await selectVerification(stores.sql, id)).toMatchObject({ state: 'completed', checked: 3, different: 3 })
  const message = 'Not compared, because the worker stopped unexpectedly 5 times in a row.'
  expect(await messagesOf(id)).toEqual([message, message, expect.stringMatching(/ The links after it were not/)])
})

it('a verification compares the other links, and one whose worker is stopped has not crashed', async () => {
  const id = await crashVerification(2, 5)
  await verify(id)
  await verify(id)
  expect(await selectVerification(stores.sql, id)).toMatchObject({ state: 'completed', checked: 2 })
  expect((await messagesOf(id))[1]).toMatch(/^Not allowed/)
  const stopped = await crashVerification(1, 0)
  for (let time = 0; time < 3; time++) await runVerification(stores, stopped, AbortSignal.abort())
  expect(await takeVerification(stores.sql, stopped)).toMatchObject({ crashes: 0, turn: 4 })
})

it('an import and a verification that may have crashed the same worker run one at a time', async () => {
  const id = await crashVerification(1, 1)
  const { id: importId } = await createImport(stores, account)
  await take(importId)
  const suspect = await take(importId)
  expect(await takeVerification(stores.sql, id)).toBeUndefined()
  await releaseImport(stores.sql, suspect)
  expect(await takeVerification(stores.sql, id)).toMatchObject({ crashes: 1 })
  expect(await takeImport(stores.sql, importId)).toBeUndefined()
})
