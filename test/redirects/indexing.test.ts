import { describe, expect, it } from 'vitest'
import { create, follow, put, read, useRedirector, useShortUrls } from '../api/support/short-urls.ts'

useShortUrls()
useRedirector()

const robotsOf = async (code: string, options?: Parameters<typeof follow>[1]) => {
  const { status, headers } = await follow(code, options)
  return [status, headers['x-robots-tag']]
}

describe('indexing', () => {
  it('is on by default, and redirects have no X-Robots-Tag', async () => {
    const { short_code, indexing } = await create()
    expect(indexing).toBe(true)
    expect(await robotsOf(short_code)).toEqual([302, undefined])
  })

  it('when off, every redirect asks search engines not to index it', async () => {
    const { short_code } = await create({ indexing: false, redirect_type: 301 })
    expect(await robotsOf(short_code)).toEqual([301, 'noindex'])
    expect(await robotsOf(short_code)).toEqual([301, 'noindex'])
    expect(await robotsOf(short_code, { method: 'HEAD' })).toEqual([301, 'noindex'])
  })

  it('when off, also applies behind a password', async () => {
    const { short_code } = await create({ indexing: false, password: 'sesame' })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const unlocking = { method: 'POST', body: 'password=sesame', headers }
    expect(await robotsOf(short_code, unlocking)).toEqual([303, 'noindex'])
  })

  it("when off, also applies to a device's own destination, and changes with the next redirect", async () => {
    const { id, short_code } = await create({ indexing: false, ios_url: 'https://ios.example/' })
    const headers = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15' }
    expect(await robotsOf(short_code, { headers })).toEqual([302, 'noindex'])
    expect((await put(id, { indexing: true })).json.data.indexing).toBe(true)
    expect(await robotsOf(short_code, { headers })).toEqual([302, undefined])
  })

  it('rejects other values', async () => {
    const { id } = await create()
    expect((await put(id, { indexing: 0 })).json.error.code).toBe('BAD_REQUEST')
    expect((await read(id)).indexing).toBe(true)
  })
})
