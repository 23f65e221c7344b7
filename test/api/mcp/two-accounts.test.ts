import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tools } from '../../../api/mcp/tools.ts'
import { createLinkOf } from '../../factories/links.ts'
import { createQrCode } from '../../factories/qr-codes.ts'
import { type Agent, connectCurrent } from '../support/mcp.ts'
import {
  api,
  everythingOwned,
  expectNothingTold,
  expectUnchanged,
  make,
  markSecrets,
  namesOwned,
  otherNames,
  owner,
  ownerKey,
  stores,
  strangerKey,
  useTwoAccounts,
} from '../support/two-accounts.ts'

useTwoAccounts()

let stranger: Agent
let own: Agent
beforeAll(async () => {
  stranger = await connectCurrent(strangerKey, api.url)
  own = await connectCurrent(ownerKey, api.url)
})
afterAll(async () => {
  await stranger.close()
  await own.close()
})

/** The argument that identifies an object, by tool; the objects are those of the tool's first REST path. */
const idArguments = ['id', 'short_url_id', 'qr_code_id', 'test_id']
const variants = [{ destination_url: 'https://example.com/1' }, { destination_url: 'https://example.com/2' }]
const url = 'https://example.com/of-the-stranger'

/** Other required arguments, besides the id. */
const needed: Record<string, Record<string, unknown>> = {
  create_short_url: { url },
  update_short_url: { name: 'Taken over' },
  create_campaign: { name: 'Campaign of a stranger' },
  update_campaign: { description: 'Taken over' },
  create_qr_code: { content_type: 'text', content_data: { text: 'Hello' } },
  update_qr_code: { name: 'Taken over' },
  get_analytics_breakdown: { by: 'country' },
  create_ab_test: { name: 'Test', variants },
  create_qr_ab_test: { name: 'Test', variants },
  control_ab_test: { action: 'start' },
  control_qr_ab_test: { action: 'start' },
}
/** Other objects that a create tool can refer to, with the path that creates such an object. */
const namedInBody: Record<string, string> = {
  'create_ab_test.short_url_id': '/short-urls/{id}',
  'create_qr_ab_test.qr_code_id': '/qr-codes/{id}',
}

/** The factory creates a static code, which cannot be tested. */
async function makeDynamicCode(): Promise<string> {
  const { id: link_id } = await createLinkOf(stores, owner)
  return (await createQrCode(stores.sql, owner, { is_dynamic: true, tracking_enabled: true, link_id })).id
}

const cases = tools.flatMap((tool) =>
  idArguments
    .filter((argument) => argument in (tool.input as unknown as { shape: object }).shape)
    .map((argument) => ({
      tool: tool.name,
      argument,
      path: namedInBody[`${tool.name}.${argument}`] ?? tool.calls[0].slice(tool.calls[0].indexOf(' ') + 1),
    })),
)

it('covers every tool', () => {
  expect(cases.length).toBeGreaterThanOrEqual(18)
  const walked = new Set(cases.map(({ tool }) => tool))
  const others = tools.filter(({ name }) => !walked.has(name)).map(({ name }) => name)
  expect(
    others.every((name) => /^(create|list|get_top)_/.test(name)),
    others.join(),
  ).toBe(true)
})

it.each(cases)("$tool neither reveals nor changes another account's object", async ({ tool, argument, path }) => {
  const id = tool === 'create_qr_ab_test' ? await makeDynamicCode() : await make(path, owner)
  await markSecrets()
  const before = await everythingOwned()
  for (const named of [id, ...(await otherNames(id))]) {
    const answer = await stranger.call(tool, { ...needed[tool], [argument]: named })
    expect(answer.isError, `${tool} ${named}`).toBe(true)
    expectNothingTold({ text: JSON.stringify(answer) }, tool)
  }
  await expectUnchanged(before)
  const control = await own.call(tool, { ...needed[tool], [argument]: id })
  expect(control, 'the same call by the owner').toMatchObject({ isError: false })
})

describe.each(
  tools.filter(({ effect, name }) => effect === 'reads' && /^(list_|get_top|get_analytics|get_complete)/.test(name)),
)('$name', ({ name, input }) => {
  it('reveals nothing to another account, by any name', async () => {
    const shape = Object.keys((input as unknown as { shape: object }).shape)
    const filters = shape.filter((argument) => /^(search|campaign_id|tags|short_url_id)$/.test(argument))
    expectNothingTold({ text: JSON.stringify(await stranger.call(name, needed[name])) }, name)
    for (const filter of filters) {
      for (const value of await namesOwned()) {
        const told = await stranger.call(name, { ...needed[name], [filter]: value })
        expectNothingTold({ text: JSON.stringify(told) }, `${name} ${filter}`)
      }
    }
  })
})

it("a new object cannot refer to another account's object", async () => {
  const campaign_id = await make('/campaigns/{id}', owner)
  await markSecrets()
  const before = await everythingOwned()
  for (const [tool, args] of [
    ['create_short_url', { url, campaign_id }],
    ['create_qr_code', { content_type: 'url', content_data: { url }, campaign_id }],
  ] as const) {
    expect(await stranger.call(tool, args)).toMatchObject({ isError: true, told: { code: 'VALIDATION_ERROR' } })
  }
  await expectUnchanged(before)
})
