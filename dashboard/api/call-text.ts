import { rootPath } from './page-meta.ts'

const apiUrl = (): string => `${location.origin}${rootPath}/api/v1`

/** A POST request as a curl command for the terminal. $KEY is a placeholder for the API key. */
export const curlPost = (path: string, body: unknown): string =>
  `curl ${apiUrl()}${path} \\
  -H "authorization: Bearer $KEY" -H 'content-type: application/json' \\
  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`
