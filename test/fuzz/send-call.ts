import { Agent, request } from 'node:http'
import type { Call, Reply } from './call.ts'

/** Longer than the longest wait of any handler. */
const replyMostMs = 40_000
/** Time for a reply that keeps coming. */
const wholeMostMs = 90_000
/** Replies are read up to here. */
const readMostBytes = 32 * 1_024 * 1_024

export class ApiClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 32 })
  readonly #port: number

  constructor(url: string) {
    this.#port = Number(new URL(url).port)
  }

  /** Rejects if no reply comes. */
  send({ method, path, headers, body }: Call): Promise<Reply> {
    const start = performance.now()
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        reject(new Error(`the reply did not end within ${wholeMostMs} ms`))
        sent.destroy()
      }, wholeMostMs)
      const length = body === undefined ? {} : { 'content-length': body.length }
      const sent = request({
        host: '127.0.0.1',
        port: this.#port,
        agent: this.#agent,
        method,
        path,
        headers: { host: 'localhost:3000', ...headers, ...length },
        timeout: replyMostMs,
      })
      sent.on('timeout', () => sent.destroy(new Error(`no reply within ${replyMostMs} ms`)))
      sent.on('error', reject)
      sent.on('close', () => clearTimeout(late))
      sent.on('response', (response) => {
        const { statusCode: status = 0, headers: replyHeaders } = response
        if (status === 200 && path.startsWith('/api/app/live')) {
          // It does not end on its own.
          response.once('data', (chunk: Buffer) => {
            resolve({ status, headers: replyHeaders, text: chunk.toString(), ms: performance.now() - start })
            sent.destroy()
          })
          return
        }
        const chunks: Buffer[] = []
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes <= readMostBytes) chunks.push(chunk)
        })
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          resolve({ status, headers: replyHeaders, text, ms: performance.now() - start })
        })
      })
      sent.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
