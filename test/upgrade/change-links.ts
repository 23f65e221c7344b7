import { createLink, removeLink, updateLink } from '../guarantees/links.ts'
import { visit } from '../guarantees/visit.ts'
import { eventually } from '../stack/eventually.ts'
import type { Installation } from './installation.ts'

/** Five times the 2 s of G7. */
const effectMs = 10_000

/** The load on the API counts calls that fail. Here, they are repeated. */
export const patiently = <T>(call: () => Promise<T>): Promise<T> => eventually(call, effectMs)

/** Creates, changes and deletes a link with each API. Each step must take effect on each redirector. Returns the longest wait. */
export async function changeLinks({ apiPorts, redirectPorts, key }: Installation): Promise<number> {
  let longestMs = 0
  const untilEverywhere = async (code: string, status: number, location: string | undefined) => {
    const start = performance.now()
    await Promise.all(
      redirectPorts.map((port) =>
        eventually(async () => {
          const seen = await visit(port, code)
          if (seen.status === status && seen.location === location) return
          throw new Error(`port ${port}: /${code} is ${seen.status} ${seen.location}, not ${status} ${location}`)
        }, effectMs),
      ),
    )
    longestMs = Math.max(longestMs, performance.now() - start)
  }
  for (const port of apiPorts) {
    const api = { apiUrl: `http://127.0.0.1:${port}`, key }
    // Its visits are not clicks, so the comparison of sets does not see them.
    const link = await patiently(() => createLink(api, { url: 'https://example.com/one', tracking_enabled: false }))
    await untilEverywhere(link.short_code, 302, 'https://example.com/one')
    await patiently(() => updateLink(api, link, { url: 'https://example.com/two' }))
    await untilEverywhere(link.short_code, 302, 'https://example.com/two')
    await patiently(() => removeLink(api, link))
    await untilEverywhere(link.short_code, 404, undefined)
  }
  return longestMs
}
