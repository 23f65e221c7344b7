/** A call, by its path below /api/v1 or /api/app. */
export interface Call {
  method: string
  path: string
}

type Applies = (call: Call) => boolean

/** Calls of these paths, and of all below them. */
export const under =
  (...roots: string[]): Applies =>
  ({ path }) =>
    roots.some((root) => path === root || path.startsWith(`${root}/`))

export const reading =
  (applies: Applies): Applies =>
  (call) =>
    call.method === 'GET' && applies(call)
