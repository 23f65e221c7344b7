import { useQuery } from '@tanstack/react-query'
import type { Domain } from '#schemas/domains.ts'
import { baseDomain, hostInUrls } from '../api/domain-choice.ts'
import { Failure, messageOf } from '../api/failure.ts'
import { aliasQuery } from '../api/links.ts'
import { shortHost } from '../api/page-meta.ts'
import { exactText, FieldFrame } from '../parts/field.tsx'
import { inputStyle } from '../parts/input-style.ts'
import { lazyPart } from '../parts/lazy-part.tsx'
import { useSettled } from '../parts/use-settled.ts'

const Combobox = lazyPart(
  () => import('../parts/combobox.tsx'),
  'Combobox',
  <span aria-hidden className="skeleton h-9 w-40" />,
)

interface AliasFieldProps {
  value: string
  domain: string
  /** Domains to choose from, in addition to the base domain. */
  domains: Domain[]
  /** Set for an existing link: its slug, and its host, which cannot change. */
  own?: { code: string; host: string } | undefined
  error: string | undefined
  onChange: (value: string) => void
  onDomain: (domain: string) => void
}

/** Minimum length of a slug: schemas/values.ts. */
const leastLetters = 3

/** Domain and slug. Checks while the user types whether the slug is available. */
export function AliasField(props: AliasFieldProps) {
  const { value, domain, domains, own, error, onChange, onDomain } = props
  const settled = useSettled(value.trim())
  const isAsked = settled.length >= leastLetters && settled !== own?.code
  const { data, error: refusal } = useQuery({ ...aliasQuery(settled, domain), enabled: isAsked, retry: false })
  const isCurrent = isAsked && settled === value.trim()
  const taken = isCurrent && data?.available === false ? messageOf(new Failure(data.message)) : undefined
  const wrong = error ?? taken ?? (isCurrent && refusal !== null ? messageOf(refusal) : undefined)
  const isFree = isCurrent && data?.available === true
  const hint = isFree ? `${settled} is available` : hintFor(own !== undefined)
  return (
    <FieldFrame
      label="Short link"
      error={wrong}
      hint={
        <span role="status" className={isFree ? 'text-good' : ''}>
          {hint}
        </span>
      }
    >
      {(ties) => (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-2 sm:flex-nowrap">
          {own === undefined ? (
            <DomainChoice chosen={domain} domains={domains} onChange={onDomain} />
          ) : (
            <Host>{own.host}</Host>
          )}
          <span aria-hidden className="hidden text-dim sm:inline">
            /
          </span>
          <input
            {...ties}
            {...exactText}
            name="custom_alias"
            className={`${inputStyle} min-w-40 flex-1`}
            placeholder={own === undefined ? 'auto-generated' : ''}
            required={own !== undefined}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      )}
    </FieldFrame>
  )
}

const hintFor = (isExisting: boolean) =>
  isExisting ? 'If you change the slug, the old short link stops working.' : 'Leave blank to generate one.'

interface DomainChoiceProps {
  chosen: string
  domains: Domain[]
  onChange: (domain: string) => void
}

/** A selector if there is more than one domain. */
function DomainChoice({ chosen, domains, onChange }: DomainChoiceProps) {
  if (domains.length === 0) return <Host>{shortHost}</Host>
  return (
    <Combobox
      label="Domain"
      ties={{ 'aria-label': 'Domain' }}
      className="w-full sm:w-auto sm:max-w-[50%]"
      value={chosen}
      choices={[baseDomain, ...domains.map(({ domain }) => domain)].map((domain) => ({
        value: domain,
        name: hostInUrls(domain, shortHost),
      }))}
      onChoose={onChange}
    />
  )
}

const Host = ({ children }: { children: string }) => (
  <span className="max-w-full truncate text-dim sm:max-w-[50%]" title={children}>
    {children}
    <span className="sm:hidden">/</span>
  </span>
)
