import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { dropOutputWhenFull } from '#runtime/full-disk.ts'
import { createPrivately } from '#runtime/private-folder.ts'
import { loadNative } from './native.ts'
import { Engine } from './run-query.ts'
import { createHttpServer } from './server.ts'

createPrivately()
dropOutputWhenFull()
const user = 'waymark'
/** On a stop, running queries may finish; then they are killed; then the process exits in any case. */
const finishMs = 15_000
const killedMs = 5_000

const { values } = parseArgs({
  options: { port: { type: 'string' }, path: { type: 'string' }, 'password-file': { type: 'string' } },
})
const { port, path, 'password-file': passwordFile } = values
if (port === undefined || path === undefined || passwordFile === undefined) {
  process.stderr.write('usage: main.ts --port PORT --path FOLDER --password-file FILE\n')
  process.exit(2)
}

const folder = resolve(path)
// Rows are inserted from files in this folder. With a wildcard in the path, the engine would silently find none.
if (/[*?{}]/.test(folder)) {
  process.stderr.write(`clickhouse: The path of the data folder must not contain *, ?, {, or }: ${folder}\n`)
  process.exit(2)
}
const password = readFileSync(passwordFile, 'utf8').trim()
// Removes files of requests that a killed process left behind.
const rowsFolder = join(folder, 'rows')
rmSync(rowsFolder, { recursive: true, force: true })
mkdirSync(rowsFolder, { recursive: true, mode: 0o700 })

const engine = new Engine(loadNative(), folder)
let isStopping = false
const server = createHttpServer({ engine, user, password, rowsFolder, isStopping: () => isStopping })
server.listen(Number(port), '127.0.0.1', () => {
  process.stdout.write(`clickhouse: listening on 127.0.0.1:${port}\n`)
})

async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  server.close()
  if (!(await engine.settle(finishMs))) {
    engine.killAll()
    await engine.settle(killedMs)
  }
  engine.close()
  process.exit(0)
}

process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())
