import type { Worker } from 'node:worker_threads'
import { program } from '#runtime/project.ts'
import { startThread } from '../start-thread.ts'
import type { Render, Rendered } from './render-task.ts'

export type ThreadReply = { rendered: Rendered } | { error: unknown }

interface Waiting {
  resolve: (rendered: Rendered) => void
  reject: (reason: unknown) => void
}

/** A thread that draws one code at a time, in the order of the requests. It starts with the first one. */
export class DrawThread {
  readonly #file: string
  #thread: Worker | null = null
  #waiting: Waiting[] = []

  /** Takes the thread's program, as source or built. */
  constructor(file = program('workers/qr/draw-thread/main.ts').at(-1) ?? '') {
    this.#file = file
  }

  render: Render = (task) =>
    new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      this.#thread ??= this.#start()
      this.#thread.postMessage(task)
    })

  async close(): Promise<void> {
    await this.#thread?.terminate()
  }

  #start(): Worker {
    const thread = startThread(this.#file)
    thread.on('message', (reply: ThreadReply) => {
      const waiting = this.#waiting.shift()
      if ('error' in reply) waiting?.reject(reply.error)
      else waiting?.resolve({ ...reply.rendered, bytes: Buffer.from(reply.rendered.bytes) })
    })
    let cause: unknown
    thread.on('error', (error) => {
      cause = error
    })
    // The queue retries the jobs that wait here, in a new thread.
    thread.on('exit', () => {
      this.#thread = null
      for (const { reject } of this.#waiting.splice(0)) reject(new Error('The drawing thread ended.', { cause }))
    })
    return thread
  }
}
