import { describe, expect, it } from 'vitest'
import { tellDashboards } from '#model/clicks/tell-dashboards.ts'
import { createAccount } from '../../factories/account.ts'
import { plainClick } from '../../factories/clicks.ts'
import { eventually } from '../../stack/eventually.ts'
import { startApi } from '../support/http.ts'
import { account, api, browser, signedIn, stores, useSessions } from '../support/sessions.ts'
import { keyOf } from '../support/use-api.ts'

useSessions()

const at = '2026-03-28T12:00:00Z'
const links = Array.from({ length: 51 }, (_, index) => `00000000-0000-4000-8000-0000000000${String(index + 10)}`)
const [first = '', second = '', ...others] = links
const tell = (link_ids: readonly string[], account_id = account.id) =>
  tellDashboards(
    stores,
    link_ids.map((link_id) => plainClick({ account_id, link_id, at })),
  )

/** Opens the stream of a signed-in user. `heard` grows with its notices. */
async function listen(url = api.url) {
  const { cookieHeader: cookie } = await signedIn()
  const gone = new AbortController()
  const { status, headers, body } = await fetch(`${url}/api/app/live`, { headers: { cookie }, signal: gone.signal })
  const heard: (string[] | null)[] = []
  const state = { pings: 0, hasEnded: false }
  const read = async () => {
    let text = ''
    for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = `${text}${part}`.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const [, name, data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? []
        if (name === 'ping') state.pings += 1
        else heard.push((JSON.parse(data) as { links: string[] | null }).links)
      }
    }
  }
  void read()
    .catch(() => undefined)
    .then(() => {
      state.hasEnded = true
    })
  await eventually(() => expect(state.pings).toBeGreaterThan(0))
  return { status, headers, heard, state, leave: () => gone.abort() }
}

/** Only that of this API: other test files use the same Redis. */
async function killSubscription() {
  const clients = String(await stores.redis.call('client', 'list')).split('\n')
  const database = `db=${new URL(stores.urls.redis_url).pathname.slice(1)} `
  for (const client of clients.filter((each) => each.includes('name=api-live ') && each.includes(database))) {
    await stores.redis.call('client', 'kill', 'id', /^id=(\d+)/.exec(client)?.[1] ?? '')
  }
}

describe('GET /api/app/live', () => {
  it('sends a notice with the clicked links to every dashboard of the account, and to no other', async () => {
    const [one, other] = [await listen(), await listen()]
    expect([one.status, one.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    tell([first], (await createAccount(stores.sql)).id)
    tell([first, first])
    for (const { heard } of [one, other]) await eventually(() => expect(heard).toEqual([[first]]))
    one.leave()
    tell([second])
    await eventually(() => expect(other.heard).toEqual([[first], [second]]))
    other.leave()
  })

  it('combines the clicks of a busy account into one notice per second, and lists at most 50 links', async () => {
    const { heard, leave } = await listen()
    const start = performance.now()
    for (let batch = 0; batch < 500; batch += 1) tell([second, others[batch % others.length] ?? ''])
    await eventually(() => expect(heard.length).toBeGreaterThan(1))
    expect(heard.length).toBeLessThanOrEqual(2 + (performance.now() - start) / 1_000)
    tell(links)
    await eventually(() => expect(heard.at(-1)).toBeNull())
    leave()
  })

  it('ends when Redis is lost or the API stops, so that the dashboard connects again', async () => {
    const lost = await listen()
    await killSubscription()
    await eventually(() => expect(lost.state.hasEnded).toBe(true))
    const again = await listen()
    tell([first])
    await eventually(() => expect(again.heard).toEqual([[first]]))
    again.leave()
    const stopping = await startApi(stores)
    const open = await listen(stopping.url)
    await stopping.close()
    await eventually(() => expect(open.state.hasEnded).toBe(true))
  })

  it('requires a signed-in user', async () => {
    expect((await fetch(`${api.url}/api/app/live`)).status).toBe(401)
    const authorization = `Bearer ${await keyOf(account)}`
    expect((await fetch(`${api.url}/api/app/live`, { headers: { authorization } })).status).toBe(403)
    expect((await browser.get('/api/app/live')).status).toBe(401)
  })
})
