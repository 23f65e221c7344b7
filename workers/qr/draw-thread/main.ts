import { parentPort } from 'node:worker_threads'
import { boundImageWork } from '../limits.ts'
import { renderCode } from '../render-code.ts'
import type { ThreadReply } from '../render-in-thread.ts'
import type { RenderTask } from '../render-task.ts'

/** Draws and scans codes outside of the worker's event loop: jsQR takes about a second for the largest image. */

boundImageWork()
let last: Promise<void> = Promise.resolve()
parentPort?.on('message', (task: RenderTask) => {
  last = last.then(async () => parentPort?.postMessage(await run(task)))
})

async function run({ logo, ...task }: RenderTask): Promise<ThreadReply> {
  try {
    // A Buffer arrives as a plain array of bytes.
    return { rendered: await renderCode({ ...task, logo: logo && Buffer.from(logo) }) }
  } catch (error) {
    return { error }
  }
}
