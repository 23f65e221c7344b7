import type { Config } from '#runtime/config.ts'
import { within } from '#runtime/within.ts'
import { baseDomainState } from '#schemas/system.ts'
import { demandOwner } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'

const patienceMs = 3_000

export const checkBaseDomain = endpoint({
  method: 'GET',
  path: '/base-domain',
  summary: 'Check whether a redirector responds on the base domain',
  permission: 'read',
  reply: baseDomainState,
  async handle({ session, sql, config, signal }) {
    await demandOwner(session, sql)
    return { domain: config.BASE_DOMAIN, ...(await askRedirector(config, signal)) }
  },
})

/** Requests the domain as visitors do, as far as this machine can. The host is a setting and not user input. */
async function askRedirector({ BASE_URL, BASE_DOMAIN }: Config, gone: AbortSignal) {
  try {
    const health = `${new URL(BASE_URL).protocol}//${BASE_DOMAIN}/healthz`
    const status = await within(patienceMs, gone, async (signal) => {
      const response = await fetch(health, { signal, redirect: 'manual' })
      await response.body?.cancel()
      return response.status
    })
    return { answers: status === 200, why: status === 200 ? null : `It returned status ${status}.` }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { answers: false, why: cause instanceof Error ? cause.message : String(cause) }
  }
}
