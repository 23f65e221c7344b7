import { expect, it } from 'vitest'
import { connectPostgres } from '#runtime/postgres.ts'
import { runRedirector } from '../../redirector/run-redirector.ts'
import { visit } from '../../redirector/visit.ts'
import { startApi } from '../support/http.ts'
import { create, freshAlias, key, stores, useShortUrls } from '../support/short-urls.ts'

useShortUrls()

it('keeps existing short URLs working when BASE_DOMAIN changes', async () => {
  const custom_alias = freshAlias()
  const earlier = await create({ custom_alias })
  const sql = connectPostgres(stores.urls.database_url, { name: 'test' })
  const moved = { ...stores, sql, config: { ...stores.config, BASE_DOMAIN: 'moved.example' } }
  const api = await startApi(moved)
  const redirector = await runRedirector(moved)
  try {
    const body = { url: 'https://example.com/new', custom_alias }
    const later = (await api.request('POST', '/short-urls', { key, body })).json.data
    const listed = (await api.request('GET', '/short-urls', { key })).json.data
    const addresses = new Map(listed.map((link: { id: string; short_url: string }) => [link.id, link.short_url]))
    expect(addresses.get(earlier.id)).toBe(`http://localhost/${custom_alias}`)
    expect(addresses.get(later.id)).toBe(`http://moved.example/${custom_alias}`)
    for (const { id, original_url } of [earlier, later]) {
      const { host, pathname } = new URL(String(addresses.get(id)))
      const seen = await visit(redirector.port, pathname, { host })
      expect([seen.status, seen.headers.location]).toEqual([302, original_url])
    }
  } finally {
    await redirector.lifecycle.stop()
    await api.close()
    await sql.end({ timeout: 1 })
  }
})
