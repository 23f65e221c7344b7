import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createAccount, type TestAccount } from '../../factories/account.ts'
import { createKey } from '../../factories/key.ts'
import { hearing } from '../../factories/webhooks.ts'
import { startAll } from './scanning.ts'

type All = Awaited<ReturnType<typeof startAll>>

export let all: All
export let account: TestAccount
let key: string

/** The API, a redirector and workers for this file, and an account with a key for every test in it. */
export function useExperiments(): void {
  beforeAll(async () => {
    all = await startAll()
  })
  afterAll(async () => {
    await all.close()
  })
  beforeEach(async () => {
    account = await hearing(all.stores.sql, await createAccount(all.stores.sql))
    key = (await createKey(all.stores.sql, account)).key
  })
}

export const ask = (method: string, path: string, body?: unknown, as = key) => all.askAs(as, method, path, body)

export const anotherKey = async () => (await createKey(all.stores.sql, await createAccount(all.stores.sql))).key

export const two = [{ destination_url: 'https://example.com/a' }, { destination_url: 'https://example.com/b' }]
export const weighted = (...weights: number[]) => ({
  traffic_split_mode: 'weighted',
  variants: weights.map((traffic_weight, index) => ({
    destination_url: `https://example.com/${index}`,
    traffic_weight,
  })),
})

export const post = (body: Record<string, unknown> = {}, as = key) =>
  ask('POST', '/url-ab-tests', { name: 'Headline', variants: two, ...body }, as)

/** A test of a new short URL with these fields. */
export async function create(body: Record<string, unknown> = {}) {
  const answer = await post(body)
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  const { test } = answer.json
  return { ...test, path: new URL(test.short_url).pathname.slice(1) }
}

export async function makeLink(body: Record<string, unknown> = {}) {
  const answer = await ask('POST', '/short-urls', { url: 'https://example.com/original', ...body })
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.json.data
}

/** Start, pause, resume or complete. */
export const move = (id: string, action: string, body?: unknown, as = key) =>
  ask('POST', `/url-ab-tests/${id}/${action}`, body, as)

export const read = async (id: string) => (await ask('GET', `/url-ab-tests/${id}`)).json.data.test

/** The destination of a visitor with this user agent. */
export const destinationOf = async (path: string, agent: string) => (await all.follow(path, agent)).headers.location

/** The destinations of this many visitors, each with a different user agent. */
export async function destinations(path: string, visitors: number): Promise<(string | undefined)[]> {
  return await Promise.all(Array.from({ length: visitors }, (_, number) => destinationOf(path, agentOf(number))))
}

export const agentOf = (number: number) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.${number}.0 Safari/537.36`

/** The events of an account, oldest first. */
export async function eventsOf({ id }: TestAccount): Promise<{ type: string; data: Record<string, unknown> }[]> {
  return await all.stores.sql`
    select type, data
    from webhook_messages
    where account_id = ${id}
    order by id`
}

export { expectError } from './expect-error.ts'
