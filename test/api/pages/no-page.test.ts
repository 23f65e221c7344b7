import { expect, it } from 'vitest'
import { api, useApi } from '../support/use-api.ts'

useApi()

const open = (path: string, accept: string, method = 'GET') =>
  fetch(`${api.url}${path}`, { method, headers: { accept } })
const browser = 'text/html,application/xhtml+xml,*/*;q=0.8'

it('shows browsers a page with a link to the dashboard, at paths that do not exist', async () => {
  for (const path of ['/links', '/nope/deeper?x=1']) {
    const response = await open(path, browser)
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await response.text()).toContain('<a href="/app">')
  }
})

it('sends JSON to programs, and for paths of the API', async () => {
  const requests = [
    open('/nope', '*/*'),
    open('/nope', 'application/json'),
    open('/nope', browser, 'POST'),
    open('/api/v1/nope', browser),
    open('/.well-known/nope', browser),
    open('/login', browser, 'DELETE'),
  ]
  for (const response of await Promise.all(requests)) {
    expect(response.headers.get('content-type'), response.url).toBe('application/json; charset=utf-8')
    expect(response.status).toBe(response.url.endsWith('/login') ? 405 : 404)
  }
})
