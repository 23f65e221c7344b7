import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../stack/eventually.ts'
import { agents, startBoth } from '../support/redirecting.ts'

let both: Awaited<ReturnType<typeof startBoth>>
beforeAll(async () => {
  both = await startBoth()
})
afterAll(() => both.close())

const variants = [{ destination_url: 'https://example.com/a' }, { destination_url: 'https://example.com/b?x=1' }]

async function start(body: Record<string, unknown> = {}) {
  const made = await both.ask('POST', '/url-ab-tests', { name: 'Test', conversions_enabled: true, variants, ...body })
  if (made.status !== 201) throw new Error(made.text)
  const { id, short_url } = made.json.test
  const started = await both.ask('POST', `/url-ab-tests/${id}/start`)
  if (started.status !== 200) throw new Error(started.text)
  return { id: id as string, path: new URL(short_url).pathname.slice(1), variants: started.json.data.test.variants }
}

const tokenIn = (location: string | undefined) => new URL(location ?? '').searchParams.get('click_id')

it('click_id of a visit to a variant is accepted, and identifies the variant', async () => {
  const test = await start()
  for (let number = 0; number < 8; number++) {
    const { location } = (await both.follow(test.path, `${agents.laptop} ${number}`)).headers
    const { status, json } = await both.ask('POST', '/conversions', { click_id: tokenIn(location) })
    expect(status).toBe(201)
    const variant = test.variants.find(({ id }: { id: string }) => id === json.data.variant_id)
    expect(location?.startsWith(variant.destination_url)).toBe(true)
    expect(json.data.test_id).toBe(test.id)
  }
})

it('click_id is added only for visits that are sent to a variant', async () => {
  const link = await both.create({ ios_url: 'https://apps.example.com/' })
  const test = await start({ primary_url_id: link.id })
  const led = (agent: string) => both.follow(test.path, agent)
  expect(tokenIn((await led(agents.laptop)).headers.location)).toMatch(/^[\w-]{64}$/)
  expect(tokenIn((await led(agents.iphone)).headers.location)).toMatch(/^[\w-]{64}$/)
  await both.ask('POST', `/url-ab-tests/${test.id}/pause`)
  await eventually(async () => expect((await led(agents.laptop)).headers.location).toBe('https://example.com/'))
  expect((await led(agents.iphone)).headers.location).toBe('https://apps.example.com/')
})

it('click_id survives a change of weights and a pause, but not the end of the test', async () => {
  const test = await start()
  const { location } = (await both.follow(test.path, agents.laptop)).headers
  const tell = async (event_name: string) =>
    (await both.ask('POST', '/conversions', { click_id: tokenIn(location), event_name })).status
  const weighted = test.variants.map(({ id }: { id: string }, index: number) => ({
    ...{ id, traffic_weight: index === 0 ? 10 : 90 },
  }))
  expect((await both.ask('PUT', `/url-ab-tests/${test.id}`, { variants: weighted })).status).toBe(200)
  expect(await tell('one')).toBe(201)
  await both.ask('POST', `/url-ab-tests/${test.id}/pause`)
  await both.ask('POST', `/url-ab-tests/${test.id}/resume`)
  expect(await tell('two')).toBe(201)
  await both.ask('POST', `/url-ab-tests/${test.id}/complete`)
  expect(await tell('three')).toBe(409)
  const { json } = await both.ask('GET', `/url-ab-tests/${test.id}`)
  expect(json.data.summary.total_conversions).toBe(2)
})
