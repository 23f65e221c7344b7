import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../../embedded/ports.ts'
import { root } from '../../../tools/root.ts'
import { eventually } from '../../stack/eventually.ts'
import { deliverySettings, startDelivering } from '../../webhooks/deliver.ts'
import { ask, create, stores, useWebhooks } from '../support/webhooks.ts'

useWebhooks(deliverySettings)

let delivering: ReturnType<typeof startDelivering>
let child: ChildProcess | undefined
/** In the tree, so that its imports resolve. */
const file = join(root, '.cache', `receiver-${process.pid}.ts`)
beforeAll(() => {
  delivering = startDelivering(stores)
})
afterAll(async () => {
  child?.kill()
  rmSync(file, { force: true })
  await delivering.stop()
})

it('docs/webhooks.md: the receiver accepts signed requests only', async () => {
  const [, code] =
    /<!-- receiver -->\n```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, 'docs/webhooks.md'), 'utf8')) ?? []
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, code ?? '')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const hook = await create({ url, events: ['url.created'] })
  const env = { ...process.env, WEBHOOK_SECRET: hook.secret, PORT: String(port) }
  child = spawn(process.execPath, ['--import', 'tsx', file], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const forged = await eventually(() => fetch(url, { method: 'POST', body: '{}' }))
  expect(forged.status).toBe(401)
  expect((await ask('POST', '/short-urls', { url: 'https://example.com/' })).status).toBe(201)
  await eventually(async () => {
    const { json } = await ask('GET', `/webhooks/${hook.id}/deliveries?status=succeeded`)
    expect(json.data).toMatchObject([{ response: { status: 204 } }])
    expect(said).toBe(`url.created ${json.data[0].event_id}\n`)
  })
})
