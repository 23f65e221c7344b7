import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badRequest } from '#core/api-error.ts'

/** Reads forms with a file as the equivalent JSON: the file as `content` in base64, its name as `name`. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) =>
      toJson(body, await parseForm(body, request.headers['content-type'] ?? '')),
  )
}

/** Uses Node's form parser. The body is complete and within its limit. */
async function parseForm(body: Buffer, type: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  } catch (error) {
    throw error instanceof TypeError ? badRequest('The form cannot be read. Send it as multipart/form-data.') : error
  }
}

async function toJson(body: Buffer, form: FormData): Promise<Record<string, string>> {
  const fields: Record<string, string> = {}
  for (const [name, value] of form) {
    refuseReplaced(body, typeof value === 'string' ? value : value.name)
    if (typeof value === 'string') {
      if (name in fields) throw badRequest(`The form has more than one field \`${name}\`. Send it only once.`)
      fields[name] = value
      continue
    }
    if ('content' in fields) throw badRequest('The form must have exactly one file.')
    fields['content'] = Buffer.from(await value.arrayBuffer()).toString('base64')
    if (value.name !== '' && !form.has('name')) fields['name'] = value.name
  }
  return fields
}

/** The parser replaces bytes that are not UTF-8 with U+FFFD, which the body itself does not contain then. */
function refuseReplaced(body: Buffer, text: string): void {
  if (text.includes('\ufffd') && !body.includes('\ufffd')) throw badRequest('The text of the form must be valid UTF-8.')
}
