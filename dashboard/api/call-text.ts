import { rootPath } from './place.ts'

/** The address of the interface, for programs of the reader. */
const apiAddress = (): string => `${location.origin}${rootPath}/api/v1`

/** A POST as one pastes it into a terminal; $KEY is an API key. */
export const curlPost = (path: string, body: unknown): string =>
  `curl ${apiAddress()}${path} \\
  -H "authorization: Bearer $KEY" -H 'content-type: application/json' \\
  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`
