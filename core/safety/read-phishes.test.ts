import { expect, it } from 'vitest'
import { readPhishes } from './read-phishes.ts'

const csv = `phish_id,url,phish_detail_url,submission_time,verified,verification_time,online,target
1,https://evil.example/a?x=1,http://www.phishtank.com/1,2026-01-01T00:00:00+00:00,yes,2026-01-01T00:00:00+00:00,yes,Other
2,"http://EVIL.example:80/b,c",http://www.phishtank.com/2,2026-01-01T00:00:00+00:00,yes,2026-01-01T00:00:00+00:00,yes,"A, B"
3,not a URL,http://www.phishtank.com/3,2026-01-01T00:00:00+00:00,yes,2026-01-01T00:00:00+00:00,yes,Other
`
const urls = new Set(['https://evil.example/a?x=1', 'http://evil.example/b,c'])

it('reads the CSV and the JSON of PhishTank, with URLs as destinations have them', async () => {
  expect(await readPhishes(Buffer.from(csv))).toEqual(urls)
  const json = [
    { phish_id: '1', url: 'https://evil.example/a?x=1', details: [{ ip_address: '203.0.113.7' }] },
    { phish_id: '2', url: 'http://EVIL.example:80/b,c' },
    { phish_id: '3', url: 'mailto:a@evil.example' },
    { phish_id: '4' },
  ]
  expect(await readPhishes(Buffer.from(`\n${JSON.stringify(json)}`))).toEqual(urls)
})

it('finds nothing in other files', async () => {
  for (const text of ['', 'evil.example\n', '<html></html>', '[1, "https://evil.example/"]'])
    expect(await readPhishes(Buffer.from(text))).toEqual(new Set())
  await expect(readPhishes(Buffer.from('[{"url": '))).rejects.toThrow('JSON')
})
