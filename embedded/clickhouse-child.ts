import { mkdirSync } from 'node:fs'
import { program, projectDir } from '#runtime/project.ts'
import type { ChildSpec } from './child.ts'
import { inherited } from './environment.ts'
import { inside } from './folders.ts'
import { writePrivateFile } from './write-file.ts'

const stopMs = 30_000
const httpMs = 10_000

export function prepareClickhouse(dataDir: string, port: number, password: string): ChildSpec {
  const folder = inside(dataDir).clickhouse
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const passwordFile = `${folder}.password`
  writePrivateFile(passwordFile, password)
  return {
    name: 'clickhouse',
    kind: 'store',
    command: process.execPath,
    args: [
      ...program('embedded/clickhouse/main.ts'),
      ...['--port', String(port), '--path', folder, '--password-file', passwordFile],
    ],
    cwd: projectDir,
    // Each running query occupies a thread.
    env: { ...inherited(), UV_THREADPOOL_SIZE: '16' },
    folder,
    marker: folder,
    stopSignal: 'SIGTERM',
    stopMs: stopMs,
  }
}

export const clickhouseUrl = (port: number, password: string) => `http://waymark:${password}@127.0.0.1:${port}/waymark`

/** Creates the database if it is missing. Its engine is Atomic, because the default here would be Overlay. */
export async function checkClickhouse(port: number, password: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'X-ClickHouse-User': 'waymark', 'X-ClickHouse-Key': password },
    body: 'CREATE DATABASE IF NOT EXISTS waymark ENGINE = Atomic',
    signal: AbortSignal.timeout(httpMs),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`status ${answer.status}: ${text.slice(0, 300)}`)
}
