import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { hostInUrls } from '../api/domain-choice.ts'
import { defaultDomain, domainsQuery, servedDomains } from '../api/domains.ts'
import { shortHost } from '../api/page-meta.ts'
import { Button } from '../parts/button.tsx'
import { exactText, Field } from '../parts/field.tsx'
import { bindText, useForm } from '../parts/form.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { AliasField } from './alias-field.tsx'
import { emptyForm, type Filled } from './draft.ts'
import type { GroupName } from './form-fields.ts'
import { OptionChips } from './option-chips.tsx'
import { countSet, groupsFor, groupsWithErrors } from './option-groups.ts'

const LinkOptions = lazyPart(() => import('./link-options.tsx'), 'LinkOptions', <div className="skeleton h-40" />)
const LinkPreview = lazyPart(
  () => import('./link-preview.tsx'),
  'LinkPreview',
  <div className="skeleton hidden h-80 md:block" />,
)

interface LinkFormProps {
  start: Filled
  /** Set for an existing link. */
  own?: { code: string; host: string; hasPassword: boolean }
  submit: ReactNode
  onSubmit: (filled: Filled) => Promise<void>
}

const plain = emptyForm('')

/** The form of a link, with a preview. Only the destination is required; chips open the optional fields. */
export function LinkForm({ start, own, submit, onSubmit }: LinkFormProps) {
  const purpose = own === undefined ? 'create' : 'edit'
  const { filled, onChange, errorOf, part, sending } = useForm(start, onSubmit)
  const form = useRef<HTMLFormElement>(null)
  const { failure } = sending
  const groups = useOpenGroups(purpose, start, failure)
  useEffect(() => {
    if (failure !== null) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [failure])
  const { data: domains } = useQuery(domainsQuery)
  const domain = filled.domain === '' ? defaultDomain(domains) : filled.domain
  const host = own?.host ?? hostInUrls(domain, shortHost)
  return (
    <form ref={form} onSubmit={sending.onSubmit}>
      <div className="grid gap-6 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <Field
            label="Destination"
            placeholder="https://example.com/a-long-url"
            inputMode="url"
            {...exactText}
            required
            autoFocus
            {...bindText(part, 'url')}
          />
          <AliasField
            value={filled.custom_alias}
            domain={domain}
            domains={servedDomains(domains)}
            own={own}
            error={errorOf('custom_alias')}
            onChange={(custom_alias) => onChange({ custom_alias })}
            onDomain={(chosen) => onChange({ domain: chosen })}
          />
          <OptionChips
            groups={groupsFor(purpose)}
            open={groups.open}
            setIn={(group) => countSet(group, filled, plain) + (group === 'password' && own?.hasPassword ? 1 : 0)}
            onToggle={groups.toggle}
          />
          {groupsFor(purpose)
            .filter((group) => groups.open.has(group))
            .map((group) => (
              <LinkOptions
                key={group}
                group={group}
                isNew={groups.opened === group}
                {...part}
                purpose={purpose}
                hasPassword={own?.hasPassword === true}
              />
            ))}
        </div>
        <LinkPreview filled={filled} host={host} />
      </div>
      <div className="sticky -bottom-5 z-10 -mx-5 mt-5 -mb-5 flex flex-col gap-3 border-t border-line bg-raised px-5 py-3 sm:flex-row sm:items-center sm:justify-end">
        <div className="min-w-0 flex-1">{failure !== null && <Refusal failure={failure} />}</div>
        <Button type="submit" look="main" className="justify-center" disabled={sending.isSending}>
          {submit}
        </Button>
      </div>
    </form>
  )
}

/** The open groups: for an existing link those with values, and always those with errors. */
function useOpenGroups(purpose: 'create' | 'edit', start: Filled, failure: unknown) {
  const [open, setOpen] = useState<ReadonlySet<GroupName>>(
    () =>
      new Set(
        purpose === 'create'
          ? []
          : [...alwaysOpen, ...groupsFor('edit').filter((group) => countSet(group, start, plain) > 0)],
      ),
  )
  const [opened, setOpened] = useState<GroupName>()
  const [shown, setShown] = useState(failure)
  if (shown !== failure) {
    setShown(failure)
    const refused = groupsWithErrors(failure)
    if (refused.some((group) => !open.has(group))) setOpen(new Set([...open, ...refused]))
  }
  function toggle(group: GroupName) {
    const next = new Set(open)
    if (!next.delete(group)) next.add(group)
    setOpen(next)
    setOpened(next.has(group) ? group : undefined)
  }
  return { open, opened, toggle }
}

/** The fields that are edited most often. */
const alwaysOpen: GroupName[] = ['about', 'tags']
