import { operations } from './documented-operations.ts'

/** A path without parameters is tried before one with parameters. */
const patterns = operations
  .map(({ path, ...rest }) => ({ ...rest, path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }))
  .sort((one, other) => Number(one.path.includes('{')) - Number(other.path.includes('{')))

/** Demands that the OpenAPI document has the status and the error code of every response in these tests. */
export function demandDocumented(method: string, address: string, { status, json }: { status: number; json: unknown }) {
  const path = address.replace(/\?.*/s, '')
  const [first] = patterns.filter(({ pattern }) => pattern.test(path))
  const operation = patterns.find((one) => one.path === first?.path && one.method === method)?.operation
  if (operation === undefined) return
  const code = (json as { error?: { code?: string } } | undefined)?.error?.code
  const documented = operation.responses[status]?.description.split(', ')
  if (documented === undefined || (code !== undefined && !documented.includes(code))) {
    throw new Error(`${method} ${path} returned ${status} ${code ?? ''}, which the OpenAPI document does not have`)
  }
}
