import { relayFacts } from '#model/publish/relay-facts.ts'
import { openQueue } from '#runtime/queues.ts'
import { runImport } from '../../../workers/imports/run-import.ts'
import type { Installation } from './full-account.ts'

/** The archive of an account. */
export async function exportArchive({ api, key }: Pick<Installation, 'api' | 'key'>): Promise<Buffer> {
  const response = await fetch(`${api.url}/api/v1/account/export`, { headers: { authorization: `Bearer ${key}` } })
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return Buffer.from(await response.arrayBuffer())
}

export async function uploadArchive({ api, key }: Installation, archive: Buffer, fields: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ source: 'waymark', ...fields })) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(archive)]), 'account.tar.gz')
  const response = await fetch(`${api.url}/api/v1/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  })
  // oxlint-disable-next-line typescript/no-explicit-any -- a test asserts on what it reads
  const json: any = await response.json()
  return { status: response.status, json }
}

/** Imports an archive as a worker does. Returns the record of the import. */
export async function importArchiveInto(target: Installation, archive: Buffer, fields: Record<string, string> = {}) {
  const { status, json } = await uploadArchive(target, archive, fields)
  if (status !== 202) throw new Error(`${status} ${JSON.stringify(json)}`)
  await runArchive(target, json.data.id)
  return (await target.api.request('GET', `/imports/${json.data.id}`, { key: target.key })).json.data
}

export async function runArchive({ stores }: Installation, id: string): Promise<void> {
  const qrQueue = openQueue('qr', stores.redis)
  await runImport({ ...stores, qrQueue }, id, new AbortController().signal)
  await stores.sql.begin((tx) => relayFacts(tx, stores.ch))
}
