import { runImport } from '../../../workers/imports/run-import.ts'
import { api, key, stores } from './use-api.ts'

export const ask = (method: string, path: string, body?: unknown, as = key) =>
  api.request(method, `/imports${path}`, { key: as, body })

/** Uploads a file as a form does. */
export async function upload(file: string | Buffer | null, fields: Record<string, string> = {}, as = key) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ source: 'csv', ...fields })) form.append(name, value)
  if (file !== null) form.append('file', new Blob([new Uint8Array(Buffer.from(file))]), 'links.csv')
  const response = await fetch(`${api.url}/api/v1/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as}` },
    body: form,
  })
  // oxlint-disable-next-line typescript/no-explicit-any -- a test asserts on what it reads
  const json: any = await response.json()
  return { status: response.status, json, text: JSON.stringify(json) }
}

/** What a worker does with it. */
export async function work(id: string) {
  await runImport(stores, id, new AbortController().signal)
  return (await ask('GET', `/${id}`)).json.data
}

/** Imports a file completely. */
export async function importFile(file: string | Buffer, fields: Record<string, string> = {}, as = key) {
  const answer = await upload(file, fields, as)
  if (answer.status !== 202) throw new Error(`${answer.status} ${answer.text}`)
  await runImport(stores, answer.json.data.id, new AbortController().signal)
  return (await ask('GET', `/${answer.json.data.id}`, undefined, as)).json.data
}

export const itemsOf = async (id: string, outcome = '') =>
  (await ask('GET', `/${id}/items${outcome && `?outcome=${outcome}`}`)).json.data as {
    position: number
    outcome: string
    short_url: string | null
    message: string | null
  }[]

/** Imports the links of a service completely, over its API. */
export async function importFrom(source: string, base_url: string, fields: Record<string, unknown> = {}) {
  const answer = await ask('POST', '', { source, base_url, token: 'token-of-the-service', ...fields })
  if (answer.status !== 202) throw new Error(`${answer.status} ${answer.text}`)
  return await work(answer.json.data.id)
}
