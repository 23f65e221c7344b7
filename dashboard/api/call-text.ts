import { rootPath } from './page-meta.ts'

/** The URL of the interface, for programs of the reader. */
const apiUrl = (): string => `${location.origin}${rootPath}/api/v1`

/** A POST as one pastes it into a terminal; $KEY is an API key. */
export const curlPost = (path: string, body: unknown): string =>
  `curl ${apiUrl()}${path} \\
  -H "authorization: Bearer $KEY" -H 'content-type: application/json' \\
  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`
