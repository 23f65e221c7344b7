import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { baseDomain } from '../api/domain-choice.ts'
import { defaultDomain, domainsQuery } from '../api/domains.ts'
import { linkDefaultsQuery } from '../api/link-defaults.ts'
import { utmTemplatesQuery } from '../api/utm-templates.ts'
import { type Prefill, prefillOf } from './prefill.ts'

/** Values of the form of a new link, by domain ('' is the default domain). null while they load. */
export function usePrefill(): ((domain: string) => Prefill) | null {
  const domains = useQuery(domainsQuery)
  const defaults = useQuery(linkDefaultsQuery)
  const usesTemplates = defaults.data?.some(({ utm_template_id }) => utm_template_id !== null) === true
  const templates = useQuery({ ...utmTemplatesQuery, enabled: usesTemplates })
  const [openedAt] = useState(Date.now)
  const hasDefaults = defaults.data !== undefined && defaults.data.length > 0
  // Also after a failure: they are filled in if they arrive later.
  const isMissing =
    defaults.data === undefined ||
    (hasDefaults && domains.data === undefined) ||
    (usesTemplates && templates.data === undefined)
  if (isMissing) return null
  return (domain) => {
    const host = domain === '' ? defaultDomain(domains.data) : domain
    const id = host === baseDomain ? 'standard' : domains.data?.find((one) => one.domain === host)?.id
    const own = defaults.data?.find(({ domain_id }) => domain_id === id)
    const template = templates.data?.find((one) => one.id === own?.utm_template_id)
    return prefillOf(own, template, openedAt)
  }
}
