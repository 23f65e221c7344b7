import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { onTestFinished } from 'vitest'

const config = `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main), (name = "internet", network = (allow = ["local"]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
const main :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js"), (name = "walk.js", esModule = embed "walk.js")],
  compatibilityDate = "2026-11-01",
);`

const worker = `
import { walk } from './walk.js'
export default { fetch: async (request) => Response.json(await walk(await request.json())) }`

/** Serves walk.js of this folder as a worker, and returns its URL. It ends with the test. */
export async function startWorkerd(program: string, folder: string): Promise<string> {
  await writeFile(join(folder, 'worker.js'), worker)
  await writeFile(join(folder, 'config.capnp'), config)
  const stdio = ['ignore', 'ignore', 'inherit', 'pipe'] as const
  const child = spawn(program, ['serve', '--control-fd=3', join(folder, 'config.capnp')], { stdio: [...stdio] })
  onTestFinished(async () => {
    const ended = once(child, 'exit')
    if (child.kill('SIGKILL')) await ended
  })
  for await (const line of createInterface({ input: child.stdio[3] as Readable })) {
    const { event, port } = JSON.parse(line) as { event: string; port?: number }
    if (event === 'listen') return `http://127.0.0.1:${port}/`
  }
  throw new Error('workerd ended before it listened')
}
