import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/** Starts a thread with a program of the product, as source or built. Threads ignore `--import tsx`, so the source registers it first. */
export function startThread(file: string, workerData?: unknown): Worker {
  if (!file.endsWith('.ts')) return new Worker(file, { workerData })
  const [tsx, source] = [import.meta.resolve('tsx/esm/api'), pathToFileURL(file).href]
  const code = `import('${tsx}').then(({ register }) => { register(); return import('${source}') })`
  return new Worker(code, { eval: true, execArgv: [], workerData })
}
