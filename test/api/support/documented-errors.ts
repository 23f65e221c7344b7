import { endpoints } from '../../../api/endpoints.ts'
import { describeApi } from '../../../api/frame/openapi.ts'
import { expandReferences } from './expand-references.ts'

interface Operation {
  responses: Record<string, { description: string }>
}

const { paths } = expandReferences(describeApi(endpoints, 'http://localhost:3000')) as {
  paths: Record<string, Record<string, Operation>>
}
/** Paths without parameters come before those with parameters. */
const patterns = Object.entries(paths)
  .map(([path, item]) => ({ path, item, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }))
  .sort((one, other) => Number(one.path.includes('{')) - Number(other.path.includes('{')))

/** Every response in these tests must be in the OpenAPI document, with its status and error code. */
export function demandDocumented(method: string, address: string, { status, json }: { status: number; json: unknown }) {
  const path = address.replace(/\?.*/s, '')
  const operation = patterns.find(({ pattern }) => pattern.test(path))?.item[method.toLowerCase()]
  if (operation === undefined) return
  const code = (json as { error?: { code?: string } } | undefined)?.error?.code
  const documented = operation.responses[status]?.description.split(', ')
  if (documented === undefined || (code !== undefined && !documented.includes(code))) {
    throw new Error(`${method} ${path} returned ${status} ${code ?? ''}, which is not in the OpenAPI document`)
  }
}
