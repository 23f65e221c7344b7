import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '#core/api-error.ts'

/** Forms with a file, read as the JSON that says the same: the file as `content` in base64, its name as `name`. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) =>
      toJson(body, await parseForm(body, request.headers['content-type'] ?? '')),
  )
}

/** Node's own reader of forms. The body is whole and within its limit. */
async function parseForm(body: Buffer, type: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  } catch (error) {
    throw error instanceof TypeError ? malformed('the form cannot be read') : error
  }
}

async function toJson(body: Buffer, form: FormData): Promise<Record<string, string>> {
  const fields: Record<string, string> = {}
  for (const [name, value] of form) {
    refuseReplaced(body, typeof value === 'string' ? value : value.name)
    if (typeof value === 'string') {
      if (name in fields) throw malformed(`${name} stands in the form twice`)
      fields[name] = value
      continue
    }
    if ('content' in fields) throw malformed('the form has more than one file')
    fields['content'] = Buffer.from(await value.arrayBuffer()).toString('base64')
    if (value.name !== '' && !form.has('name')) fields['name'] = value.name
  }
  return fields
}

/** Reading a form turns bytes that are not UTF-8 into U+FFFD, which the body itself does not have then. */
function refuseReplaced(body: Buffer, text: string): void {
  if (text.includes('\ufffd') && !body.includes('\ufffd')) throw malformed('the form has text that is not valid UTF-8')
}

const malformed = (details: string) => new ApiError('BAD_REQUEST', 'Invalid request', details)
