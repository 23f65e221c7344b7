import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { ContentType } from '#schemas/qr-choices.ts'
import type { QrCode } from '#schemas/qr-codes.ts'
import { defaultDomain, domainsQuery } from '../api/domains.ts'
import { errorAt } from '../api/failure.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { FormAlert, useForm } from '../parts/form.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { DraftNote } from '../parts/use-draft.tsx'
import type { Sent } from '../parts/use-sending.ts'
import { ContentSection } from './content-section.tsx'
import type { CodeDraft } from './draft.ts'
import { OptionsSection } from './options-section.tsx'
import { PreviewCard } from './preview-card.tsx'
import { usePreview } from './use-preview.ts'

/** Below the other fields, and loads after them. */
const LookSection = lazyPart(
  () => import('./look-section.tsx'),
  'LookSection',
  <div aria-hidden className="skeleton h-[48rem]" />,
)

interface DesignerProps {
  start: CodeDraft
  /** The code to edit; undefined for a new one. */
  code?: QrCode
  submit: string
  /** `start`: the values before the user changed them. */
  onSave: (draft: CodeDraft, start: CodeDraft) => Promise<void>
  aside?: ReactNode
}

export function Designer({ start, code, submit, onSave, aside }: DesignerProps) {
  const id = useId()
  const queries = useQueryClient()
  const { data: domains } = useQuery(domainsQuery)
  const withDomain = (typed: CodeDraft) => (typed.domain === '' ? { ...typed, domain: defaultDomain(domains) } : typed)
  const [checkedKind, setCheckedKind] = useState<ContentType>()
  const isFixed = code !== undefined && !code.is_dynamic
  async function send(typed: CodeDraft, _event: Sent, base: CodeDraft) {
    // The domain of a printed code cannot be changed.
    const needsDomain = code === undefined && typed.domain === '' && (typed.is_dynamic || typed.tracking_enabled)
    const domain = needsDomain ? defaultDomain(await queries.ensureQueryData(domainsQuery)) : typed.domain
    await onSave({ ...typed, domain }, base)
  }
  const form = useForm(start, send, {
    draft: code === undefined ? 'new-code' : `code ${code.id}`,
    follows: code !== undefined,
    check: () => (isFixed ? drawn.errors : [...contentFaults, ...drawn.errors]),
  })
  const { onChange, errorOf, sending } = form
  const draft = withDomain(form.filled)
  const { kind, contents, look } = draft
  const drawn = usePreview(draft, code)
  const contentFaults = Object.entries(drawn.contentErrors).map(([field, message]) => ({
    field: `content_data.${field}`,
    message,
  }))
  const isTyped = (field: string) => (contents[kind]?.[field] ?? '') !== ''
  const contentError = (field: string) => {
    // A field may be wrong because of another one, so any change of the content takes it back.
    const refused = errorOf(`content_data.${field}`, `contents.${kind}`)
    return checkedKind === kind || isTyped(field) ? (drawn.contentErrors[field] ?? refused) : undefined
  }
  const lookError = (field: string) => {
    const name = `visual_settings.${field}`
    return errorAt(drawn.errors, name) ?? errorOf(name, `look.${field}`)
  }
  return (
    <div className="flex flex-col gap-5 lg:flex-row lg:items-start">
      <form
        id={id}
        className="flex min-w-0 flex-[2] flex-col gap-5"
        {...sending.props}
        onSubmit={(event) => {
          setCheckedKind(kind)
          sending.props.onSubmit(event)
        }}
      >
        <DraftNote draft={sending.draft} />
        {!isFixed && (
          <Card title="Content">
            <div className="flex flex-col gap-5">
              <ContentSection filled={draft} errorOf={contentError} onChange={onChange} />
            </div>
          </Card>
        )}
        <Card title="Options">
          <div className="flex flex-col gap-4">
            <OptionsSection filled={draft} existing={code} errorOf={errorOf} onChange={onChange} />
          </div>
        </Card>
        <Card title="Design">
          <div className="flex flex-col gap-5">
            <LookSection
              filled={look}
              errorOf={lookError}
              onChange={(change) => onChange({ look: { ...look, ...change } })}
            />
          </div>
        </Card>
      </form>
      <div className="sticky top-0 z-10 order-first -mx-1 flex min-w-0 flex-1 flex-col gap-5 lg:top-5 lg:order-last lg:mx-0">
        <PreviewCard drawn={drawn} ground={look.background_transparent ? look.background_color : null}>
          <Button type="submit" form={id} look="main" className="justify-center lg:mt-1" disabled={sending.isSending}>
            {submit}
          </Button>
          <FormAlert {...sending} />
        </PreviewCard>
        {aside}
      </div>
    </div>
  )
}
