import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiSources } from '#core/imports/sources/index.ts'
import { readShortUrl } from './read-short-url.ts'
import { ServiceAway, ServiceClient } from './service-client.ts'

/** Until then, garbage is collected many times. */
const timeoutMs = 150
const collectEveryMs = 20

let silent: Server
let url: string
let timer: NodeJS.Timeout
beforeAll(async () => {
  silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  setFlagsFromString('--expose-gc')
  timer = setInterval(runInNewContext('gc') as () => void, collectEveryMs)
})
afterAll(() => {
  clearInterval(timer)
  silent.closeAllConnections()
  silent.close()
})

const asking = () => ({
  allowPrivate: true,
  resolve: async () => ['127.0.0.1'],
  stopping: new AbortController().signal,
  timeoutMs,
})

it('a service that never responds is left for later, even if garbage is collected meanwhile', async () => {
  const client = new ServiceClient({
    ...asking(),
    source: { ...apiSources.shlink, perSecond: 1_000 },
    baseUrl: url,
    token: 'token',
    keepTurn: async () => undefined,
    firstWaitMs: 1,
  })
  await expect(client.read({ path: '/' }, () => true)).rejects.toThrow(ServiceAway)
})

it('a short URL that never responds has no response, even if garbage is collected meanwhile', async () => {
  expect(await readShortUrl(`${url}/old`, asking())).toEqual({ status: null, url: null, message: 'No response.' })
})
