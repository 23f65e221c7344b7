import { expect, it } from 'vitest'
import { readEndpoint } from '#model/webhooks/endpoints.ts'
import { SecretKeys } from '#runtime/secret-keys.ts'
import { ask, create, expectError, stores, useWebhooks } from '../support/webhooks.ts'

useWebhooks()

const secretsOf = async (id: string) => (await readEndpoint(stores.sql, new SecretKeys(stores.config), id))?.secrets

const rotateAgain = (id: string) => ask('POST', `/webhooks/${id}/rotate-secret`)
const end = (id: string, column: string, hours = 0) =>
  stores.sql`update webhooks set ${stores.sql(column)} = now() + make_interval(hours => ${hours}) where id = ${id}`

it('a rotation returns a new secret, and keeps the two before it for 24 hours each', async () => {
  const { id, secret: first } = await create()
  const rotate = async () => {
    const { data } = (await rotateAgain(id)).json
    const hours = (Date.parse(data.old_secret_valid_until) - Date.now()) / 3_600_000
    expect(Math.round(hours)).toBe(24)
    return data.secret
  }
  const second = await rotate()
  expect(await secretsOf(id)).toEqual([second, first])
  // If the response to the first rotation was lost, the receiver has the first secret, and otherwise the second one.
  const third = await rotate()
  expect(await secretsOf(id)).toEqual([third, second, first])
  await end(id, 'old_secret_until')
  expect(await secretsOf(id)).toEqual([third, second])
  const fourth = await rotate()
  expect(await secretsOf(id)).toEqual([fourth, third, second])
  await end(id, 'old_secret_until')
  await end(id, 'previous_secret_until')
  expect(await secretsOf(id)).toEqual([fourth])
  const fifth = await rotate()
  expect(await secretsOf(id)).toEqual([fifth, fourth])
})

it('a second rotation leaves the first secret valid until the time that the first one returned, and a third one is refused until then', async () => {
  const { id } = await create()
  await rotateAgain(id)
  await end(id, 'old_secret_until', 1)
  const until = async () => {
    const [row] = await stores.sql<{ hours: number[] }[]>`
      select array[
        round(extract(epoch from old_secret_until - now()) / 3600),
        round(extract(epoch from previous_secret_until - now()) / 3600)
      ]::int[] as hours
      from webhooks
      where id = ${id}`
    return row?.hours
  }
  await rotateAgain(id)
  expect(await until()).toEqual([1, 24])
  const valid = await secretsOf(id)
  const refused = await rotateAgain(id)
  const details = { available_at: expect.stringMatching(/Z$/) }
  expectError(refused, { status: 409, code: 'CONFLICT', details })
  expect(refused.json.error.message).toContain('Rotate again in 1 hour.')
  expect([await secretsOf(id), await until()]).toEqual([valid, [1, 24]])
  await end(id, 'old_secret_until')
  expect((await rotateAgain(id)).status).toBe(200)
  expect(await until()).toEqual([24, 24])
})

it('two concurrent rotations return two secrets, which are both valid, and end no other', async () => {
  const { id, secret: first } = await create()
  const both = await Promise.all([1, 2].map(() => ask('POST', `/webhooks/${id}/rotate-secret`)))
  const secrets = both.map(({ json }) => json.data.secret)
  expect(new Set(await secretsOf(id))).toEqual(new Set([first, ...secrets]))
})
