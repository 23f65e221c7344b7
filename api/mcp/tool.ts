import { z } from 'zod'
import { untrusted } from './visitor-text.ts'

/** A call of the REST API: 'GET /short-urls/{id}'. */
export type Call = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`

/** The arguments of a tool as a REST call. */
interface Asking {
  /** One of the tool's calls; defaults to the first. */
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

/** The effect of a tool on the account. creates: every call creates another object. */
type Effect = 'reads' | 'creates' | 'changes' | 'deletes'

interface Definition<Input extends z.ZodType, Output extends z.ZodType> {
  name: string
  title: string
  /** Text for agents: purpose, when to use it, and result. */
  description: string
  effect: Effect
  /** The result has texts by visitors, which are marked as data. */
  hasVisitorText?: true
  /** REST calls that handle it, with their permission, plan, and rate limit. All of them have the same scope. */
  calls: readonly [Call, ...Call[]]
  /** z.strictObject: unknown arguments are refused. The endpoint receives the arguments unchanged after this check. */
  input: Input
  /** Converts rows to the wire format. Members that are not in the schema are removed. */
  output: Output
  ask(args: z.input<Input>): Asking
  /** Converts the handler's result to the output; optional. */
  tell?(reply: never, args: z.input<Input>): z.input<Output>
  /** The image in a handler's result. */
  picture?(reply: never): Picture | Promise<Picture>
}

export type Tool = Omit<Definition<z.ZodType, z.ZodType>, 'ask' | 'tell' | 'picture'> & {
  ask(args: unknown): Asking
  tell?(reply: unknown, args: unknown): unknown
  picture?(reply: unknown): Picture | Promise<Picture>
}

/** Ties a tool to the types of its input and output. Everything around the call is in call-tool.ts. */
export function tool<Input extends z.ZodType, Output extends z.ZodType>(definition: Definition<Input, Output>): Tool {
  return definition
}

/** The schema of the result, with the member for texts by visitors. */
export function outputOf({ output, hasVisitorText }: Tool): z.ZodType {
  return hasVisitorText && output instanceof z.ZodObject ? output.extend({ untrusted }) : output
}
