import type { FaultStack } from './stack.ts'

/** An API of the stack, and a key for it. */
type ApiOfStack = Pick<FaultStack, 'apiUrl' | 'key'>

export interface ApiLink {
  id: string
  short_code: string
}

/** Creates a link through the API. */
export async function createLink(
  stack: ApiOfStack,
  body: { url?: string; custom_alias?: string; schedules?: readonly object[]; tracking_enabled?: boolean } = {},
): Promise<ApiLink> {
  const { status, json } = await callApi(stack, 'POST', '/short-urls', { url: 'https://example.com/page', ...body })
  if (status !== 201) throw new Error(`the link was not created: ${status} ${JSON.stringify(json)}`)
  return (json as { data: ApiLink }).data
}

export async function createLinks(stack: ApiOfStack, count: number): Promise<string[]> {
  const codes: string[] = []
  for (let index = 0; index < count; index++) codes.push((await createLink(stack)).short_code)
  return codes
}

export async function updateLink(
  stack: ApiOfStack,
  { id }: ApiLink,
  body: { url?: string; custom_alias?: string },
): Promise<void> {
  const { status, json } = await callApi(stack, 'PUT', `/short-urls/${id}`, body)
  if (status >= 300) throw new Error(`the link was not changed: ${status} ${JSON.stringify(json)}`)
}

export async function removeLink(stack: ApiOfStack, { id }: ApiLink): Promise<void> {
  const { status } = await callApi(stack, 'DELETE', `/short-urls/${id}`)
  if (status >= 300) throw new Error(`the link was not deleted: ${status}`)
}

async function callApi(
  stack: ApiOfStack,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<{ status: number; json: unknown }> {
  const answer = await fetch(`${stack.apiUrl}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${stack.key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, json: text === '' ? undefined : JSON.parse(text) }
}
