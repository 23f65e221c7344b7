import { verifyWebhook, WebhookSignatureError } from '@waymark/sdk'
import { describe, expect, it } from 'vitest'
import { signedHeaders } from '#core/webhooks/sign.ts'

const secret = `whsec_${Buffer.from('a'.repeat(32)).toString('base64')}`
const other = `whsec_${Buffer.from('b'.repeat(32)).toString('base64')}`
const body = JSON.stringify({ id: 'evt_1', type: 'url.deleted', data: { name: 'Grüße' } })
const sign = (secrets: string[], ageSeconds = 0) =>
  signedHeaders({ id: 'evt_1', timestamp: Math.floor(Date.now() / 1000) - ageSeconds, body }, secrets)

describe('verifyWebhook', () => {
  it('returns the event of a request that Waymark signed', async () => {
    const event = await verifyWebhook({ body, headers: sign([secret]), secret })
    expect(event).toMatchObject({ type: 'url.deleted', data: { name: 'Grüße' } })
  })

  it('accepts either secret during a rotation, and any kind of headers', async () => {
    const headers = new Headers(sign([other, secret]))
    await expect(verifyWebhook({ body, headers, secret })).resolves.toMatchObject({ id: 'evt_1' })
    const upper = Object.fromEntries([...headers].map(([name, value]) => [name.toUpperCase(), value]))
    await expect(verifyWebhook({ body, headers: upper, secret })).resolves.toMatchObject({ id: 'evt_1' })
  })

  it.each([
    ['another secret', { headers: sign([other]) }],
    ['another body', { body: body.replace('evt_1', 'evt_2') }],
    ['a request from yesterday', { headers: sign([secret], 86_400) }],
    ['a request from tomorrow', { headers: sign([secret], -86_400) }],
    ['a timestamp that is no number', { headers: { ...sign([secret]), 'webhook-timestamp': 'now' } }],
    ['another id', { headers: { ...sign([secret]), 'webhook-id': 'evt_2' } }],
    ['no signature', { headers: { ...sign([secret]), 'webhook-signature': undefined } }],
    ['a signature that is not base64', { headers: { ...sign([secret]), 'webhook-signature': 'v1,%%%' } }],
    ['another version of signatures', { headers: { ...sign([secret]), 'webhook-signature': 'v2,AAAA' } }],
  ])('refuses %s', async (_, change) => {
    const request = { body, headers: sign([secret]), secret, ...change }
    await expect(verifyWebhook(request)).rejects.toThrow(WebhookSignatureError)
  })

  it('names a secret that is none', async () => {
    const request = { body, headers: sign([secret]), secret: 'wm_key' }
    await expect(verifyWebhook(request)).rejects.toThrow(TypeError)
  })
})
