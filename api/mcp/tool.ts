import type { z } from 'zod'

/** A call of the REST API: 'GET /short-urls/{id}'. */
export type Call = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`

/** How the arguments of a tool are asked of the REST API. */
interface Asking {
  /** Which of the tool's calls; the first, if it does not say. */
  call?: Call
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}

export interface Picture {
  /** base64 */
  data: string
  mime_type: string
}

/** What a tool does to the account. creates: again with every call. */
type Effect = 'reads' | 'creates' | 'changes' | 'deletes'

interface Definition<Input extends z.ZodType, Output extends z.ZodType> {
  name: string
  title: string
  /** For an agent: what it does, when to use it, what comes back. */
  description: string
  effect: Effect
  /** The calls whose handlers answer it, under their permission, scope, plan and rate limit: one scope for all. */
  calls: readonly [Call, ...Call[]]
  /** z.strictObject: unknown arguments are refused. Checked, and then given as it came: the endpoint reads it. */
  input: Input
  /** Rows go in, the wire comes out: what the schema does not name is not told. */
  output: Output
  ask(args: z.input<Input>): Asking
  /** From the handler's answer to the output; as it is, if left out. */
  tell?(reply: never, args: z.input<Input>): z.input<Output>
  /** The image in a handler's answer. */
  picture?(reply: never): Picture | Promise<Picture>
}

export type Tool = Omit<Definition<z.ZodType, z.ZodType>, 'ask' | 'tell' | 'picture'> & {
  ask(args: unknown): Asking
  tell?(reply: unknown, args: unknown): unknown
  picture?(reply: unknown): Picture | Promise<Picture>
}

/** Ties what a tool asks and tells to its contracts. Whatever is done around it is done once, in call-tool.ts. */
export function tool<Input extends z.ZodType, Output extends z.ZodType>(definition: Definition<Input, Output>): Tool {
  return definition
}
