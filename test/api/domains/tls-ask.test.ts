import { Registry } from 'prom-client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startInternalServer } from '#runtime/internal-server.ts'
import { tlsAsk } from '../../../api/domains/tls-ask.ts'
import { addBranded, addVerified, reserve, stores, useDomainBed } from '../../domains/domain-bed.ts'

useDomainBed()

describe('GET /internal/tls-ask', () => {
  it('tells a proxy which names it may request a certificate for', async () => {
    const routes = {
      '/internal/tls-ask': tlsAsk(stores.sql, { ...stores.config, BASE_URL: 'https://app.waymark.example' }),
    }
    const server = await startInternalServer({ port: 0, registry: new Registry(), checks: {}, routes })
    onTestFinished(() => server.close())
    const status = async (query: string) =>
      (await fetch(`http://127.0.0.1:${server.port}/internal/tls-ask${query}`)).status
    const [subdomain, verified, pending] = [await reserve(), await addVerified(), await addBranded()]
    for (const name of [
      'localhost',
      'app.waymark.example',
      subdomain.domain,
      verified.domain,
      verified.domain.toUpperCase(),
    ]) {
      expect([name, await status(`?domain=${name}`)]).toEqual([name, 200])
    }
    const unknown = [pending.domain, `www.${verified.domain}`, 'unknown.example', '', '%00', `${verified.domain}/x`]
    for (const name of unknown) expect([name, await status(`?domain=${name}`)]).toEqual([name, 404])
    expect(await status('')).toBe(404)
  })
})
