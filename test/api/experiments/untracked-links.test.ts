import { describe, expect, it } from 'vitest'
import { ask, create, expectError, makeLink, move, post, two, useExperiments } from '../support/experiments.ts'

useExperiments()

const unprocessable = { status: 422, code: 'VALIDATION_ERROR' }
const fieldsOf = (answer: { json: { error: { details: { errors: { field: string }[] } } } }) =>
  answer.json.error.details.errors.map(({ field }) => field)
const track = (id: string, tracking_enabled: boolean) => ask('PUT', `/short-urls/${id}`, { tracking_enabled })
const linkOf = async (id: string) => (await ask('GET', `/short-urls/${id}`)).json.data

async function generate(body: Record<string, unknown>) {
  const content = { content_type: 'url', content_data: { url: 'https://example.com/menu' }, is_dynamic: true }
  return (await ask('POST', '/qr-codes/generate', { ...content, ...body })).json.data.qrCode
}

describe('a test needs the clicks of its short URL', () => {
  it('primary_url_id without tracking returns 422 and creates nothing until tracking is on', async () => {
    const link = await makeLink({ tracking_enabled: false })
    const refused = await post({ primary_url_id: link.id })
    expectError(refused, unprocessable)
    expect(fieldsOf(refused)).toEqual(['primary_url_id'])
    expect(await linkOf(link.id)).toMatchObject({ ab_test_id: null, tracking_enabled: false })
    await track(link.id, true)
    expect((await post({ primary_url_id: link.id })).status).toBe(201)
  })

  it('qr_code_id without tracking returns 422, too', async () => {
    const code = await generate({ tracking_enabled: false })
    const body = { name: 'Menu', variants: two, qr_code_id: code.id }
    const refused = await ask('POST', '/qr-ab-tests', body)
    expectError(refused, unprocessable)
    expect(fieldsOf(refused)).toEqual(['qr_code_id'])
    await ask('PUT', `/qr-codes/${code.id}`, { tracking_enabled: true })
    const { test } = (await ask('POST', '/qr-ab-tests', body)).json
    expectError(await ask('PUT', `/qr-codes/${code.id}`, { tracking_enabled: false }), {
      status: 409,
      code: 'CONFLICT',
    })
    await ask('DELETE', `/qr-ab-tests/${test.id}`)
    expect((await ask('PUT', `/qr-codes/${code.id}`, { tracking_enabled: false })).status).toBe(200)
  })

  it('tracking cannot be turned off while a short URL is in a test, also in bulk', async () => {
    const test = await create()
    const id = test.primary_url_id
    const refused = await track(id, false)
    expectError(refused, unprocessable)
    expect(fieldsOf(refused)).toEqual(['tracking_enabled'])
    const bulk = await ask('PUT', '/short-urls/bulk', { ids: [id], changes: { tracking_enabled: false } })
    expect(bulk.json.data).toMatchObject({ succeeded: [], failed: [{ index: 0, code: 'VALIDATION_ERROR' }] })
    expect(await linkOf(id)).toMatchObject({ tracking_enabled: true })
    expect((await track(id, true)).status).toBe(200)
    await move(test.id, 'start')
    await move(test.id, 'complete')
    expect((await track(id, false)).json.data).toMatchObject({ tracking_enabled: false })
  })

  it('one of both concurrent changes is rejected', async () => {
    for (let round = 0; round < 5; round += 1) {
      const link = await makeLink()
      const answers = await Promise.all([post({ primary_url_id: link.id }), track(link.id, false)])
      expect(answers.map(({ status }) => status).filter((status) => status === 422)).toHaveLength(1)
      const { ab_test_id, tracking_enabled } = await linkOf(link.id)
      expect(ab_test_id === null).toBe(!tracking_enabled)
    }
  })
})
