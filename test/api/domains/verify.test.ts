import { describe, expect, it } from 'vitest'
import {
  account,
  addBranded,
  addVerified,
  anotherKey,
  ask,
  dns,
  eventsOf,
  expectError,
  freshName,
  prove,
  reserve,
  stores,
  useDomainBed,
  verify,
} from '../../domains/domain-bed.ts'

useDomainBed()

describe('POST /domains/{id}/verify', () => {
  it('reports what is missing until the TXT record exists, then announces the domain', async () => {
    const domain = await addBranded()
    const name = `_waymark.${domain.domain}`
    expect(await verify(domain)).toMatchObject({
      status: 'pending',
      verification: {
        records: [
          { status: 'failed', found: [] },
          { status: 'failed', found: [] },
        ],
        last_checked_at: expect.stringMatching(/Z$/),
        error: `No TXT record found at ${name}.`,
      },
    })
    dns.set(name, 'TXT', 'something else')
    const { verification } = await verify(domain)
    expect(verification.error).toContain('expected value')
    expect(verification.records[0].found).toEqual(['something else'])
    dns.set(name, 'TXT', 'nothing\u0000to keep')
    expect((await verify(domain)).verification.records[0].found).toEqual(['nothing\ufffdto keep'])
    dns.set(domain.domain, 'CNAME', 'EDGE.waymark.example')
    prove(domain)
    expect(await verify(domain)).toMatchObject({
      status: 'verified',
      verification: {
        records: [{ status: 'verified' }, { status: 'verified', found: ['edge.waymark.example'] }],
        error: null,
      },
      verified_at: expect.stringMatching(/Z$/),
    })
    expect(await eventsOf(account)).toEqual([['domain.verified', domain.domain, 'verified']])
  })

  it('recognizes one of our IP addresses without a CNAME', async () => {
    dns.set('edge.waymark.example', 'A', '192.0.2.7', '192.0.2.8')
    const [right, wrong] = [await addBranded(), await addBranded()]
    dns.set(right.domain, 'A', '192.0.2.8')
    dns.set(wrong.domain, 'A', '203.0.113.1')
    prove(right)
    prove(wrong)
    expect((await verify(right)).verification.records[1].status).toBe('verified')
    expect(await verify(wrong)).toMatchObject({
      status: 'verified',
      verification: {
        records: [{}, { status: 'failed', found: ['203.0.113.1'] }],
        error: expect.stringContaining('does not point to'),
      },
    })
  })

  it('never accepts the token of another account, or a domain that another account has verified', async () => {
    const stranger = await anotherKey()
    const domain = `go.${freshName()}.example`
    const [own, foreign] = [await addBranded({ domain }), await addBranded({ domain }, stranger)]
    prove(own)
    expect(await verify(foreign, stranger)).toMatchObject({ status: 'pending' })
    expect(await verify(own)).toMatchObject({ status: 'verified' })
    prove(own, foreign)
    expect(await verify(foreign, stranger)).toMatchObject({
      status: 'pending',
      verification: { error: expect.stringContaining('Another account') },
    })
  })

  it('gives a domain to one of several accounts that verify it at once', async () => {
    const domain = `go.${freshName()}.example`
    const keys = await Promise.all(Array.from({ length: 5 }, anotherKey))
    const claims = await Promise.all(keys.map((as) => addBranded({ domain }, as)))
    prove(...claims)
    const verified = await Promise.all(claims.map((claim, index) => verify(claim, keys[index])))
    expect(verified.map(({ status }) => status).sort()).toEqual([...Array<string>(4).fill('pending'), 'verified'])
  })

  it('reports a DNS failure, and keeps the status', async () => {
    const domain = await addVerified()
    dns.fail(true)
    const asked = await verify(domain).finally(() => dns.fail(false))
    expect(asked).toMatchObject({ status: 'verified', verification: { error: expect.stringContaining('ESERVFAIL') } })
  })

  it("does nothing for a subdomain, rejects a disabled domain, and returns 404 for another account's", async () => {
    const subdomain = await reserve()
    expect(await verify(subdomain)).toEqual(subdomain)
    const domain = await addBranded()
    expectError(await ask('POST', `/domains/${domain.id}/verify`, {}, await anotherKey()), {
      status: 404,
      code: 'NOT_FOUND',
    })
    await stores.sql`update domains set status = 'disabled' where id = ${domain.id}`
    expectError(await ask('POST', `/domains/${domain.id}/verify`, {}), { status: 409, code: 'CONFLICT' })
  })
})
