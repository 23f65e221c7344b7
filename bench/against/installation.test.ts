import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { eventually } from '../../test/stack/eventually.ts'
import { checkStored } from './check-stored.ts'
import { Installation } from './installation.ts'
import type { StepResult } from './open-loop.ts'
import type { RampResult } from './ramp.ts'
import { serve } from './stub-server.fixture.ts'

const never = new AbortController().signal

/** An API that sends these replies in turn, and repeats the last one. */
async function installationWith(...replies: (readonly [status: number, body: unknown])[]) {
  const calls: string[] = []
  const origin = await serve(({ method, url }: IncomingMessage, response: ServerResponse) => {
    const [status, body] = replies[Math.min(calls.length, replies.length - 1)] ?? [500, null]
    calls.push(`${method} ${url?.split('?')[0]}`)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  return { installation: new Installation(origin, 'key'), calls }
}

const stored = (clicks: number) =>
  [200, { data: [{ id: 'a', short_url: 'http://localhost/a', stored_clicks: clicks }] }] as const
const bulkReply = (...failed: { message: string }[]) => [200, { data: { succeeded: [], failed } }] as const
const stepWith = (visits: number): StepResult => ({
  ...{ rate: 1, seconds: 1, sent: visits, answered: visits, failed: 0 },
  ...{ p50Ms: 1, p99Ms: 1, mostMs: 1, clientLateMs: 0 },
})
const result: RampResult = { warmUp: stepWith(3), steps: [stepWith(4), stepWith(5)], end: 'last step' }

it('deletes the links again after a failed call, and after a reply with links that are left', async () => {
  const { installation, calls } = await installationWith([502, null], bulkReply({ message: 'Busy' }), bulkReply())
  await installation.removeLinks()
  expect(calls).toEqual(Array.from({ length: 3 }, () => 'DELETE /api/v1/short-urls/bulk'))
})

it('names the tag of links that it cannot delete', async () => {
  const { installation } = await installationWith(bulkReply({ message: 'Busy' }))
  const failure = new RegExp(
    `^Not all links with the tag ${installation.tag} could be deleted.* 1 links are left: Busy$`,
  )
  await expect(installation.removeLinks(0)).rejects.toThrow(failure)
})

it.each([
  [{ permissions: ['read', 'write', 'analytics'] }, 'delete'],
  [null, 'read, write, delete'],
])('refuses the key %j', async (key, missing) => {
  const { installation } = await installationWith([200, { data: { key } }])
  await expect(installation.demandPermissions()).rejects.toThrow(`It does not have: ${missing}.`)
})

it('reads the stored clicks again after a failed call, and once more when all are stored', async () => {
  const { installation, calls } = await installationWith(stored(11), [502, null], stored(12), stored(13))
  expect(await checkStored(installation, result, never)).toEqual({
    isSound: false,
    text: 'Stored MORE THAN ONCE: 12 visits sent, 12 answered, 13 stored.',
  })
  expect(calls.length).toBe(4)
})

it('waits for stored clicks until it is interrupted', async () => {
  const { installation, calls } = await installationWith(stored(0))
  const stop = new AbortController()
  const interrupt = async () => {
    await eventually(() => expect(calls.length).toBeGreaterThan(0))
    stop.abort('interrupted')
  }
  const [checked] = await Promise.allSettled([checkStored(installation, result, stop.signal), interrupt()])
  expect(checked).toEqual({ status: 'rejected', reason: 'interrupted' })
})
