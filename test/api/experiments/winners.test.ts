import { describe, expect, it } from 'vitest'
import {
  all,
  ask,
  create,
  destinationOf,
  destinations,
  makeLink,
  move,
  read,
  two,
  useExperiments,
} from '../support/experiments.ts'
import { agents } from '../support/redirecting.ts'

useExperiments()

const original = 'https://example.com/original'
const [, second] = two.map(({ destination_url }) => destination_url)

/**
 * A completed test of a new link with the second variant as winner. It was paused before: visitors saw the
 * original last.
 */
async function complete(body: Record<string, unknown> = {}, apply_winner = false) {
  const link = await makeLink(body)
  const test = await create({ primary_url_id: link.id })
  await move(test.id, 'start')
  await move(test.id, 'pause')
  expect(await leadsTo(link.short_code)).toEqual([original])
  const winner_variant_id = test.variants[1].id
  expect((await move(test.id, 'complete', { winner_variant_id, apply_winner })).status).toBe(200)
  return { link, test }
}

const leadsTo = async (path: string) => [...new Set(await destinations(path, 10))]
const change = async (id: string, body: unknown) => {
  const answer = await ask('PUT', `/short-urls/${id}`, body)
  expect(answer.status).toBe(200)
  return answer.json.data
}

describe('a completed test with a winner', () => {
  it('redirects all visitors to it from the next redirect on, and keeps original_url', async () => {
    const { link, test } = await complete()
    expect(await leadsTo(link.short_code)).toEqual([second])
    expect(await read(test.id)).toMatchObject({ status: 'completed', winner_variant_id: test.variants[1].id })
    const record = (await ask('GET', `/short-urls/${link.id}`)).json.data
    expect(record).toMatchObject({ original_url: original, ab_test_id: null })
    expect((await all.follow(`${link.short_code}+`)).body).toContain(second)
  })

  it('adds the UTM parameters of the link, on every device, and after Redis lost everything', async () => {
    const link = await makeLink({ ios_url: 'https://ios.example/', utm_source: 'own' })
    const test = await create({ primary_url_id: link.id })
    await move(test.id, 'start')
    await move(test.id, 'complete', { winner_variant_id: test.variants[1].id })
    for (const flushed of [false, true]) {
      if (flushed) await all.stores.redis.del(await all.stores.redis.keys('link:*'))
      for (const agent of [agents.iphone, agents.laptop]) {
        expect(await destinationOf(link.short_code, agent)).toBe(`${second}?utm_source=own`)
      }
    }
  })

  it('is overridden only by a destination that is written later', async () => {
    const { link } = await complete()
    await change(link.id, { name: 'Renamed', original_url: original })
    expect(await leadsTo(link.short_code)).toEqual([second])
    await change(link.id, { url: 'https://example.com/later' })
    expect(await leadsTo(link.short_code)).toEqual(['https://example.com/later'])
    await change(link.id, { url: original })
    expect(await leadsTo(link.short_code)).toEqual([original])
  })

  it('becomes original_url if it is applied, and can then be changed', async () => {
    const { link } = await complete({}, true)
    expect((await ask('GET', `/short-urls/${link.id}`)).json.data.original_url).toBe(second)
    expect(await leadsTo(link.short_code)).toEqual([second])
    await change(link.id, { url: original })
    expect(await leadsTo(link.short_code)).toEqual([original])
  })

  it('is not applied while the link is in the trash', async () => {
    const link = await makeLink()
    const test = await create({ primary_url_id: link.id })
    await move(test.id, 'start')
    await ask('POST', `/short-urls/${link.id}/trash`)
    const body = { winner_variant_id: test.variants[1].id, apply_winner: true }
    expect((await move(test.id, 'complete', body)).json.error.code).toBe('CONFLICT')
    expect((await read(test.id)).status).toBe('running')
    expect((await ask('GET', `/short-urls/${link.id}`)).json.data.original_url).toBe(original)
    await ask('POST', `/short-urls/${link.id}/restore`)
    expect((await move(test.id, 'complete', body)).status).toBe(200)
    expect((await ask('GET', `/short-urls/${link.id}`)).json.data.original_url).toBe(second)
  })

  it('is overridden by another test once that is started', async () => {
    const { link } = await complete()
    const variants = [{ destination_url: 'https://example.com/c' }, { destination_url: 'https://example.com/d' }]
    const later = await create({ primary_url_id: link.id, variants })
    expect(await leadsTo(link.short_code)).toEqual([second])
    await move(later.id, 'start')
    expect(await leadsTo(link.short_code)).not.toContain(second)
    await move(later.id, 'pause')
    expect(await leadsTo(link.short_code)).toEqual([original])
    await move(later.id, 'complete', { winner_variant_id: later.variants[0].id })
    expect(await leadsTo(link.short_code)).toEqual(['https://example.com/c'])
  })

  it('is removed with its test', async () => {
    const { link, test } = await complete()
    expect((await ask('DELETE', `/url-ab-tests/${test.id}`)).status).toBe(200)
    expect(await leadsTo(link.short_code)).toEqual([original])
  })

  it('is not found by find_if_exists with its original destination', async () => {
    const { link } = await complete()
    const found = await ask('POST', '/short-urls', { url: original, find_if_exists: true })
    expect([found.status, found.json.data.id === link.id]).toEqual([201, false])
  })
})

describe('a completed test of a QR code with a winner', () => {
  async function completeOfCode() {
    const content = { content_type: 'url', content_data: { url: original } }
    const generated = await ask('POST', '/qr-codes/generate', { ...content, is_dynamic: true, tracking_enabled: true })
    const { qrCode } = generated.json.data
    const created = await ask('POST', '/qr-ab-tests', { name: 'Menu', variants: two, qr_code_id: qrCode.id })
    const { test } = created.json
    await ask('POST', `/qr-ab-tests/${test.id}/start`)
    const winner_variant_id = test.variants[1].id
    const ended = await ask('POST', `/qr-ab-tests/${test.id}/complete`, { winner_variant_id })
    expect(ended.status).toBe(200)
    return { qrCode, test, path: new URL(qrCode.short_url).pathname.slice(1) }
  }

  it('redirects all scans to it until the code gets another destination', async () => {
    const { qrCode, path } = await completeOfCode()
    expect(await leadsTo(path)).toEqual([second])
    const put = (body: unknown) => ask('PUT', `/qr-codes/${qrCode.id}`, body)
    expect((await put({ name: 'Renamed', content_type: 'url', content_data: { url: original } })).status).toBe(200)
    expect(await leadsTo(path)).toEqual([second])
    const url = 'https://example.com/later'
    expect((await put({ content_type: 'url', content_data: { url } })).status).toBe(200)
    expect(await leadsTo(path)).toEqual([url])
  })

  it('is removed with its test', async () => {
    const { test, path } = await completeOfCode()
    expect((await ask('DELETE', `/qr-ab-tests/${test.id}`)).status).toBe(200)
    expect(await leadsTo(path)).toEqual([original])
  })
})
