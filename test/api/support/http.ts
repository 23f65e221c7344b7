import { Registry } from 'prom-client'
import { openQueue } from '#runtime/queues.ts'
import { createApp } from '../../../api/app.ts'
import { closeApp } from '../../../api/close-app.ts'
import type { TestStores } from '../../stack/stores.ts'
import { demandDocumented } from './documented-errors.ts'
import { untilDrawn } from './until-drawn.ts'

export interface Answer {
  status: number
  headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- a test asserts on what it reads
  json: any
  text: string
}

interface RequestOptions {
  key?: string
  body?: unknown
  headers?: Record<string, string>
  /** The response says that an image was not drawn in time. Otherwise the request is sent again. */
  isUndrawn?: boolean
}

export interface TestApi {
  url: string
  /** Paths below /api/v1 as in the specification (/short-urls); fetch other paths (/docs) through `url`. */
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>
  close(): Promise<void>
}

/** Time for requests that are running when the API is closed. */
const lingerMs = 1_000

/** The real API over real stores, on a free port by default. Several can run at once, like several nodes. */
export async function startApi(stores: TestStores, port = 0): Promise<TestApi> {
  const checks = {
    postgres: () => stores.sql`select 1`,
    redis: () => stores.redis.ping(),
    clickhouse: () => stores.ch.ping(),
  }
  const qrQueue = openQueue('qr', stores.redis)
  const destinationQueue = openQueue('destinations', stores.redis)
  const app = createApp(
    { ...stores, qrQueue, destinationQueue },
    { registry: new Registry(), checks, isStopping: () => false },
  )
  const url = await app.listen({ port, host: '127.0.0.1' })
  return {
    url,
    async request(method, path, options) {
      const call = () => send(`${url}/api/v1${path}`, method, options)
      const answer = options?.isUndrawn === true ? await call() : await untilDrawn(call)
      demandDocumented(method, path, answer)
      return answer
    },
    close: () => closeApp(app, lingerMs),
  }
}

async function send(url: string, method: string, { key, body, headers }: RequestOptions = {}): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    redirect: 'manual',
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson && text !== '' ? JSON.parse(text) : undefined,
  }
}
