import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { hostInUrls } from '../api/domain-choice.ts'
import { defaultDomain, domainsQuery, servedDomains } from '../api/domains.ts'
import { shortHost } from '../api/page-meta.ts'
import { Button } from '../parts/button.tsx'
import { FormAlert, useForm } from '../parts/form.tsx'
import { FormActions } from '../parts/form-actions.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { DraftNote, type DraftState } from '../parts/use-draft.tsx'
import { AliasField } from './alias-field.tsx'
import { DestinationField } from './destination-field.tsx'
import { emptyForm, type Filled } from './draft.ts'
import type { GroupName } from './form-fields.ts'
import { moveUtm } from './move-utm.ts'
import { OptionChips } from './option-chips.tsx'
import { countSet, groupsFor, groupsWithErrors } from './option-groups.ts'
import { followDomain, isPrefilled, noPrefill, type Prefill } from './prefill.ts'

const LinkOptions = lazyPart(() => import('./link-options.tsx'), 'LinkOptions', <div className="skeleton h-40" />)
const LinkPreview = lazyPart(
  () => import('./link-preview.tsx'),
  'LinkPreview',
  <div className="skeleton hidden h-80 md:block" />,
)

interface LinkFormProps {
  start: Filled
  /** Set for an existing link. */
  own?: { code: string; domain: string; host: string; hasPassword: boolean; hasTest: boolean }
  /** Values that a new link begins with, by domain. While they load, nothing that is typed is lost. */
  prefill?: ((domain: string) => Prefill) | null
  draft: string
  submit: ReactNode
  onSubmit: (filled: Filled) => Promise<void>
}

const plain = emptyForm('')
const withoutPrefill = () => noPrefill

/** The form of a link, with a preview. Only the destination is required; chips open the optional fields. */
export function LinkForm({ start, own, prefill = withoutPrefill, draft, submit, onSubmit }: LinkFormProps) {
  const purpose = own === undefined ? 'create' : 'edit'
  const prefillOn = prefill ?? withoutPrefill
  const [firstMove] = useState(() => (own === undefined ? moveUtm(start, prefillOn('')) : null))
  const form = useForm({ ...start, ...firstMove?.after }, onSubmit, {
    draft,
    ...(own === undefined && { blank: { ...start, url: '' } }),
  })
  const { filled, onChange, errorOf, part, sending } = form
  const groups = useOpenGroups(purpose, form.draft, filled, sending.failure)
  const { data: domains } = useQuery(domainsQuery)
  const domain = own?.domain ?? (filled.domain === '' ? defaultDomain(domains) : filled.domain)
  const host = own?.host ?? hostInUrls(domain, shortHost)
  const showSet = (change: Partial<Filled>) =>
    groups.show(...groupsFor(purpose).filter((group) => countSet(group, { ...filled, ...change }, filled) > 0))
  useLatePrefill(prefill, (late) => {
    const arrived = followDomain(filled, noPrefill, late(domain))
    form.extendStart(arrived)
    showSet(arrived)
  })
  const options = { purpose, hasPassword: own?.hasPassword === true, hasTest: own?.hasTest === true } as const
  function changeDomain(chosen: string) {
    const followed = followDomain(filled, prefillOn(domain), prefillOn(chosen))
    onChange({ ...followed, domain: chosen })
    showSet({ ...followed, domain: chosen })
  }
  return (
    <form
      {...sending.props}
      onSubmit={(event) => {
        groups.settle()
        sending.props.onSubmit(event)
      }}
      className="flex flex-col gap-5"
    >
      <DraftNote draft={form.draft} />
      <div className="grid gap-6 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <DestinationField
            {...part}
            isNew={own === undefined}
            firstMove={firstMove}
            prefilled={prefillOn(domain)}
            offersMove={own === undefined || filled.url !== start.url || groups.open.has('utm')}
            onMoved={() => groups.show('utm')}
          />
          <AliasField
            value={filled.custom_alias}
            domain={domain}
            domains={servedDomains(domains)}
            own={own}
            error={errorOf('custom_alias')}
            onChange={(custom_alias) => onChange({ custom_alias })}
            onDomain={changeDomain}
          />
          <OptionChips
            groups={groupsFor(purpose)}
            open={groups.open}
            setIn={(group) => countSet(group, filled, plain) + (group === 'password' && own?.hasPassword ? 1 : 0)}
            onToggle={groups.toggle}
          />
          {isPrefilled(prefillOn(domain)) && (
            <p className="-mt-2 text-[13px] text-dim">Filled in with the link defaults of {host}.</p>
          )}
          {groupsFor(purpose)
            .filter((group) => groups.open.has(group))
            .map((group) => (
              <LinkOptions key={group} group={group} isNew={groups.opened === group} {...part} {...options} />
            ))}
        </div>
        <LinkPreview filled={filled} host={host} />
      </div>
      <FormActions alert={<FormAlert {...sending} />}>
        <Button type="submit" look="main" disabled={sending.isSending}>
          {submit}
        </Button>
      </FormActions>
    </form>
  )
}

function useLatePrefill(
  prefill: NonNullable<LinkFormProps['prefill']> | null,
  onArrived: (late: (domain: string) => Prefill) => void,
) {
  const [isLoading, setIsLoading] = useState(prefill === null)
  if (!isLoading || prefill === null) return
  setIsLoading(false)
  onArrived(prefill)
}

/** The open groups: those with values, and always those with errors. */
function useOpenGroups(purpose: 'create' | 'edit', draft: DraftState, filled: Filled, failure: unknown) {
  const findUsed = () =>
    new Set<GroupName>([
      ...(purpose === 'create' ? [] : alwaysOpen),
      ...(draft.lacksSecret ? (['password'] as const) : []),
      ...groupsFor(purpose).filter((group) => countSet(group, filled, plain) > 0),
    ])
  const [open, setOpen] = useState<ReadonlySet<GroupName>>(findUsed)
  const [draftState, setDraftState] = useState(draft.state)
  if (draftState !== draft.state) {
    setDraftState(draft.state)
    if (draft.state === 'restored') setOpen(findUsed())
  }
  const [opened, setOpened] = useState<GroupName>()
  const [shown, setShown] = useState(failure)
  if (shown !== failure) {
    setShown(failure)
    const refused = groupsWithErrors(failure)
    if (refused.some((group) => !open.has(group))) setOpen(new Set([...open, ...refused]))
  }
  function toggle(group: GroupName) {
    setOpen((old) => new Set(old.has(group) ? [...old].filter((one) => one !== group) : [...old, group]))
    setOpened(open.has(group) ? undefined : group)
  }
  const show = (...shown: GroupName[]) => setOpen((old) => new Set([...old, ...shown]))
  /** A group that appears late does not take the focus from the field that is to be corrected. */
  const settle = () => setOpened(undefined)
  return { open, opened, toggle, show, settle }
}

/** The fields that are edited most often. */
const alwaysOpen: GroupName[] = ['about', 'tags']
