import { describe, expect, it } from 'vitest'
import { eventually } from '../../stack/eventually.ts'
import {
  create,
  follow,
  freshAlias,
  put,
  read,
  remove,
  stores,
  useRedirector,
  useShortUrls,
} from '../support/short-urls.ts'

useShortUrls()
useRedirector()

describe('PUT /short-urls/{id} with a custom_alias', () => {
  it('moves the link and frees the old slug at once', async () => {
    const [before, after] = [freshAlias(), freshAlias()]
    const { id } = await create({ custom_alias: before })
    expect((await follow(before)).status).toBe(302)
    expect((await follow(after)).status).toBe(404)
    const { json } = await put(before, { custom_alias: after })
    expect(json.data).toMatchObject({ id, short_code: after, custom_alias: after })
    expect([(await follow(before)).status, (await follow(after)).status]).toEqual([404, 302])
    await create({ custom_alias: before })
    expect((await follow(before)).status).toBe(302)
    expect(await stores.sql`select from outbox where target = 'redis' and code in (${before}, ${after})`).toEqual([])
  })

  it('accepts its current alias', async () => {
    const custom_alias = freshAlias()
    const link = await create({ custom_alias })
    expect((await put(link.id, { custom_alias, name: null })).json.data.custom_alias).toBe(custom_alias)
  })

  it('returns 409 for a taken or reserved alias, and changes nothing', async () => {
    const custom_alias = freshAlias()
    await create({ custom_alias })
    const link = await create()
    for (const alias of [custom_alias, 'admin']) {
      const { status, json } = await put(link.id, { name: 'changed', custom_alias: alias })
      expect([status, json.error.code]).toEqual([409, 'CONFLICT'])
    }
    expect(await read(link.id)).toEqual(link)
  })

  it('gives one alias to exactly one of several concurrent renames', async () => {
    const custom_alias = freshAlias()
    const links = await Promise.all(Array.from({ length: 10 }, () => create()))
    const answers = await Promise.all(links.map(({ id }) => put(id, { custom_alias })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  })

  it('swaps two links without a deadlock, as Postgres has them', async () => {
    const [one, other, spare] = [freshAlias(), freshAlias(), freshAlias()]
    const first = await create({ custom_alias: one })
    const second = await create({ custom_alias: other, url: 'https://example.com/second' })
    for (let round = 0; round < 5; round++) {
      await Promise.all([
        put(first.id, { custom_alias: other }),
        put(second.id, { custom_alias: one }),
        put(first.id, { custom_alias: spare }),
        put(second.id, { custom_alias: other }),
      ])
    }
    const held = new Map([first, second].map(({ id }) => [id, '']))
    for (const id of held.keys()) held.set(id, (await read(id)).short_code)
    expect(new Set(held.values()).size).toBe(2)
    for (const alias of [one, other, spare]) {
      expect((await follow(alias)).status).toBe([...held.values()].includes(alias) ? 302 : 404)
    }
  })

  it('leaves nothing behind on a concurrent deletion', async () => {
    for (let round = 0; round < 10; round++) {
      const [before, after] = [freshAlias(), freshAlias()]
      const { id } = await create({ custom_alias: before })
      await follow(before)
      const [, removed] = await Promise.all([put(id, { custom_alias: after }), remove(id)])
      expect(removed.status).toBe(200)
      // A redirector hears of a change within a second.
      await eventually(async () => {
        expect([(await follow(before)).status, (await follow(after)).status]).toEqual([404, 404])
      }, 5_000)
    }
  })
})
