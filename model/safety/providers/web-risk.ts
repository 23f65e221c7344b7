import { z } from 'zod'
import type { SafeOptions } from '#runtime/safe-fetch.ts'
import { askApi, inWords, type ThreatProvider } from './provider.ts'

const threatTypes = ['MALWARE', 'SOCIAL_ENGINEERING', 'UNWANTED_SOFTWARE']

const found = z.object({ threat: z.object({ threatTypes: z.array(z.string()) }).optional() })

/** The Lookup API of Google Web Risk, for commercial use. It takes one URL in each request. */
export const webRisk = (
  key: string,
  safe: SafeOptions = {},
  origin = 'https://webrisk.googleapis.com',
): ThreatProvider => ({
  name: 'Google Web Risk',
  atOnce: 1,
  async check(urls, signal) {
    const threats = new Map<string, string>()
    for (const url of urls) {
      const query = new URLSearchParams([
        ...threatTypes.map((type): [string, string] => ['threatTypes', type]),
        ['uri', url],
        ['key', key],
      ])
      const { threat } = found.parse(await askApi(`${origin}/v1/uris:search?${query.toString()}`, { signal, safe }))
      const [first] = threat?.threatTypes ?? []
      if (first !== undefined) threats.set(url, inWords(first))
    }
    return threats
  },
})
