import { describe, expect, it } from 'vitest'
import { failuresUntilFailed } from '#model/domains/judge-records.ts'
import { recheckDomains } from '#model/domains/recheck-domains.ts'
import { createDns } from '#runtime/dns.ts'
import {
  account,
  addBranded,
  addVerified,
  anotherKey,
  ask,
  dns,
  expectError,
  prove,
  shorten,
  statuses,
  stores,
  useDomainBed,
  verify,
} from '../../domains/domain-bed.ts'

useDomainBed()

describe('short URLs on a branded domain', () => {
  it('can be created and are served while it is verified, and not while it is failed', async () => {
    const domain = await addBranded()
    const body = { url: 'https://example.com/page', url_type: 'branded', branded_domain: domain.domain.toUpperCase() }
    expectError(await ask('POST', '/short-urls', body), { status: 403, code: 'ACCESS_DENIED' })
    prove(domain)
    await verify(domain)
    const link = await shorten({ ...body, custom_alias: 'sale' })
    expect(link).toMatchObject({
      url_type: 'branded',
      branded_domain: domain.domain,
      subdomain: null,
      short_url: `http://${domain.domain}/sale`,
    })
    expect(await statuses('/sale', domain.domain)).toEqual([302, 302])

    dns.set(`_waymark.${domain.domain}`, 'TXT')
    await stores.sql`
      update domains
      set failures = ${failuresUntilFailed - 1}, next_check_at = now()
      where id = ${domain.id}`
    await recheckDomains({ ...stores, dns: createDns([dns.address]) })
    await expect.poll(() => statuses('/sale', domain.domain), { timeout: 10_000 }).toEqual([404, 404])
    expectError(await ask('POST', '/short-urls', body), { status: 403, code: 'ACCESS_DENIED' })
    prove(domain)
    await verify(domain)
    await expect.poll(() => statuses('/sale', domain.domain), { timeout: 10_000 }).toEqual([302, 302])
  })

  it('are served for the account that verified the domain, not for one that only claims it', async () => {
    const domain = await addVerified()
    const stranger = await anotherKey()
    const [other] = await stores.sql<{ id: string }[]>`
      insert into domains (id, account_id, type, host, status)
      select gen_random_uuid(), id, 'branded', ${domain.domain}, 'pending' from accounts where id <> ${account.id} limit 1
      returning id`
    await stores.sql`
      insert into links (id, account_id, domain_id, code, is_custom_alias, rev, url)
      select gen_random_uuid(), account_id, id, 'mine', true, nextval('link_rev'), 'https://evil.example/'
      from domains where id = ${other?.id ?? null}`
    expect(await statuses('/mine', domain.domain)).toEqual([404, 404])
    expectError(
      await ask(
        'POST',
        '/short-urls',
        { url: 'https://example.com', url_type: 'branded', branded_domain: domain.domain },
        stranger,
      ),
      { status: 403, code: 'ACCESS_DENIED' },
    )
  })

  it('cannot redirect to another domain of the account, or to one that is served', async () => {
    const [pending, served] = [await addBranded(), await addVerified({}, await anotherKey())]
    const other = await addBranded({}, await anotherKey())
    const status = async (host: string) => (await ask('POST', '/short-urls', { url: `https://${host}/loop` })).status
    expect([await status(pending.domain), await status(served.domain), await status(other.domain)]).toEqual([
      422, 422, 201,
    ])
  })
})
