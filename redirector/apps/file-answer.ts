import type { AssociationFile } from '#core/apps/association-files.ts'
import type { AppsRecord } from '#schemas/link-record.ts'
import { type Answer, headerValue } from '../visit/answer.ts'

/** Systems fetch the file rarely. Proxies must not keep an old one for long. */
const keptSeconds = 300

/** The file, or 404 if the domain has no such apps. Never a redirect, because systems do not follow it. */
export function fileAnswer(file: AssociationFile, apps: AppsRecord | null): Answer {
  const content = apps === null ? null : file(apps)
  if (content === null) return missing
  return { status: 200, headers: fileHeaders, body: JSON.stringify(content) }
}

const nosniff = ['X-Content-Type-Options', headerValue('nosniff')] as const
const fileHeaders = [
  ['Content-Type', headerValue('application/json')],
  ['Cache-Control', headerValue(`public, max-age=${keptSeconds}`)],
  nosniff,
] as const

const missing: Answer = {
  status: 404,
  headers: [
    ['Content-Type', headerValue('text/plain; charset=utf-8')],
    ['Cache-Control', headerValue('no-store')],
    nosniff,
  ],
  body: 'This domain has no such apps\n',
}
