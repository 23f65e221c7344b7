import type { paths } from './generated/api.js'
import type { Pages } from './pages.js'
import type { CallOptions } from './request.js'
import type { resources } from './resources.js'

/** The methods of all resources, with the types of the OpenAPI document. */
export type Methods = {
  readonly [Resource in keyof typeof resources]: {
    readonly [Name in keyof (typeof resources)[Resource]]: MethodOf<(typeof resources)[Resource][Name]>
  }
}

type MethodOf<Entry> = Entry extends `${infer Kind} ${infer Path}`
  ? Path extends keyof paths
    ? Method<Kind, Path, OperationOf<Kind, Path>>
    : never
  : never

type OperationOf<Kind, Path extends keyof paths> = Kind extends 'POST' | 'ACT' | 'UPLOAD'
  ? paths[Path]['post']
  : Kind extends 'PUT'
    ? paths[Path]['put']
    : Kind extends 'DELETE' | 'DELETE+BODY'
      ? paths[Path]['delete']
      : paths[Path]['get']

type Method<Kind, Path extends string, Operation> = (
  ...parameters: [...PathValues<Path>, ...Rest<InputOf<Operation>>]
) => Kind extends 'FILE'
  ? Promise<Response>
  : Kind extends 'LIST'
    ? Pages<ItemOf<ReplyOf<Operation>>>
    : Promise<DataOf<ReplyOf<Operation>>>

/** One string for each parameter in the path. */
type PathValues<Path extends string> = Path extends `${string}{${infer _Name}}${infer Rest}`
  ? [id: string, ...PathValues<Rest>]
  : []

/** The input may be left out if it has no required member. */
type Rest<Input> = [Input] extends [undefined]
  ? [input?: undefined, options?: CallOptions]
  : object extends Input
    ? [input?: Input, options?: CallOptions]
    : [input: Input, options?: CallOptions]

/** The body, or the query parameters of an operation without one. */
type InputOf<Operation> = Operation extends { requestBody?: never }
  ? QueryOf<Operation>
  : Operation extends { requestBody?: { content: { 'application/json': infer Body } } | undefined }
    ? Body
    : Operation extends { requestBody: { content: { 'multipart/form-data': infer Form } } }
      ? Omit<Form, 'file'> & { file?: Blob }
      : never

type QueryOf<Operation> = Operation extends { parameters: { query?: never } }
  ? undefined
  : Operation extends { parameters: { query?: infer Query } }
    ? Query
    : never

type ReplyOf<Operation> = Operation extends { responses: infer Responses }
  ? { [Status in keyof Responses & (200 | 201 | 202)]: JsonOf<Responses[Status]> }[keyof Responses & (200 | 201 | 202)]
  : never

type JsonOf<Response> = Response extends { content: { 'application/json': infer Json } } ? Json : never

/** Replies without an envelope are returned as they are. */
type DataOf<Reply> = Reply extends { success: boolean; data: infer Data } ? Data : Reply

type ItemOf<Reply> = Reply extends { data: (infer Item)[] }
  ? Item
  : Reply extends { tests: (infer Item)[] }
    ? Item
    : never
