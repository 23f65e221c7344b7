import { afterEach, expect, it, vi } from 'vitest'
import { createsEachTime, withRepeatKey } from './repeat-key.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Returns the key that was sent. `null`: there was no response. */
async function keyOf(request: string, result: boolean | null): Promise<string> {
  let sent = ''
  const send = (key: string) => {
    sent = key
    return result === null ? Promise.reject(new Error('no response')) : Promise.resolve(result)
  }
  await withRepeatKey(request, send, (hasResult) => hasResult).catch(() => undefined)
  return sent
}

it('keeps the key of a change until its result arrives', async () => {
  const first = await keyOf('/links {"url":"a"}', null)
  expect(await keyOf('/links {"url":"b"}', true), 'another change').not.toBe(first)
  expect(await keyOf('/links {"url":"a"}', false)).toBe(first)
  expect(await keyOf('/links {"url":"a"}', true)).toBe(first)
  expect(await keyOf('/links {"url":"a"}', true), 'after a result').not.toBe(first)
})

it('has a new key for each change that has a result', async () => {
  expect(await keyOf('/links', true)).not.toBe(await keyOf('/links', true))
})

it('forgets a key after ten minutes, and the oldest of many', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const old = await keyOf('/old', null)
  vi.advanceTimersByTime(599_999)
  expect(await keyOf('/old', null)).toBe(old)
  vi.advanceTimersByTime(600_000)
  expect(await keyOf('/old', null)).not.toBe(old)
  const oldest = await keyOf('/oldest', null)
  for (let number = 0; number < 20; number += 1) await keyOf(`/many/${number}`, null)
  expect(await keyOf('/oldest', true)).not.toBe(oldest)
})

it.each([
  '/api/v1/short-urls',
  '/api/v1/short-urls/00000000-0000-7000-8000-000000000000/duplicate',
  '/api/v1/domains/branded',
  '/api/v1/qr-codes/generate',
  '/api/v1/webhooks/00000000-0000-7000-8000-000000000000/rotate-secret',
  '/api/app/authenticator/recovery-codes',
])('keeps the key of %s, which creates something each time', (path) => {
  expect(createsEachTime(path)).toBe(true)
})

it.each([
  '/api/v1/imports/00000000-0000-7000-8000-000000000000/pause',
  '/api/v1/url-ab-tests/00000000-0000-7000-8000-000000000000/resume',
  '/api/v1/domains/00000000-0000-7000-8000-000000000000/verify',
  '/api/v1/short-urls/bulk/trash',
  '/api/v1/campaigns/00000000-0000-7000-8000-000000000000/urls',
  '/api/v1/webhooks/00000000-0000-7000-8000-000000000000/deliveries/00000000-0000-7000-8000-000000000001/redeliver',
])('keeps no key of %s, which a user can want again', (path) => {
  expect(createsEachTime(path)).toBe(false)
})
