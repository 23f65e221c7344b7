import { expect, it } from 'vitest'
import { api, key, useApi, useOneAccount } from '../support/use-api.ts'

useApi()
useOneAccount()

const page = { origin: 'https://shop.example' }
const preflight = (method: string, headers: string) => ({
  ...page,
  'access-control-request-method': method,
  'access-control-request-headers': headers,
})

it.each([
  ['GET', 'authorization'],
  ['POST', 'authorization,content-type,idempotency-key'],
  ['PATCH', 'authorization,content-type'],
  ['DELETE', 'authorization'],
])('a page of any origin may send %s with %s', async (method, asked) => {
  const answer = await fetch(`${api.url}/api/v1/short-urls`, { method: 'OPTIONS', headers: preflight(method, asked) })
  expect(answer.status).toBe(204)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('access-control-allow-methods')).toContain(method)
  const allowed = (answer.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(', ')
  expect(asked.split(',').filter((name) => !allowed.includes(name))).toEqual([])
})

it.each([
  ['a success', '/me', 200],
  ['an object that does not exist', '/short-urls/nothing', 404],
  ['an unknown path', '/nothing', 404],
])('a page can read %s', async (_name, path, status) => {
  const answer = await api.request('GET', path, { key, headers: page })
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, '*'])
  expect(answer.headers.get('access-control-expose-headers')).toContain('X-Request-Id')
})

it('a page can read why its key was refused', async () => {
  const answer = await api.request('GET', '/me', { key: 'wm_wrong', headers: page })
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([401, '*'])
})

it('no page can read a response to the session of its visitor', async () => {
  for (const method of ['OPTIONS', 'GET']) {
    const headers = { ...preflight('GET', 'authorization'), cookie: 'waymark=stolen' }
    const answer = await fetch(`${api.url}/api/v1/me`, { method, headers })
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  }
})

it.each(['/app/links', '/login', '/api/app/session', '/healthz'])('%s has no such headers', async (path) => {
  const headers = preflight('GET', 'authorization')
  for (const method of ['OPTIONS', 'GET']) {
    const answer = await fetch(`${api.url}${path}`, { method, headers, redirect: 'manual' })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  }
})
