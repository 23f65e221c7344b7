import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { QrCode } from '#schemas/qr-codes.ts'
import type { VisualSettings } from '#schemas/qr-settings.ts'
import { defaultDomain, domainsQuery } from '../api/domains.ts'
import { errorAt, fieldError, fieldErrors } from '../api/failure.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { useSending } from '../parts/use-sending.ts'
import { ContentSection } from './content-section.tsx'
import type { CodeDraft } from './draft.ts'
import { LookSection } from './look-section.tsx'
import { OptionsSection } from './options-section.tsx'
import { PreviewCard } from './preview-card.tsx'
import { usePreview } from './use-preview.ts'

interface DesignerProps {
  start: CodeDraft
  /** The code to edit; undefined for a new one. */
  code?: QrCode
  submit: string
  onSave: (draft: CodeDraft) => Promise<void>
  aside?: ReactNode
}

export function Designer({ start, code, submit, onSave, aside }: DesignerProps) {
  const form = useId()
  const { data: domains } = useQuery(domainsQuery)
  const [typed, setDraft] = useState(start)
  const draft = typed.domain === '' ? { ...typed, domain: defaultDomain(domains) } : typed
  const [wasSent, setWasSent] = useState(false)
  const change = (part: Partial<CodeDraft>) => setDraft((old) => ({ ...old, ...part }))
  const drawn = usePreview(draft, code)
  const { failure, isSending, onSubmit } = useSending(() => onSave(draft))
  const errorOf = (field: string) => fieldError(failure, field)
  const isTyped = (field: string) => (draft.contents[draft.kind]?.[field] ?? '') !== ''
  const contentError = (field: string) =>
    errorOf(`content_data.${field}`) ?? (wasSent || isTyped(field) ? drawn.contentErrors[field] : undefined)
  const lookError = (field: string) => errorAt([...drawn.errors, ...fieldErrors(failure)], `visual_settings.${field}`)
  const isFixed = code !== undefined && !code.is_dynamic
  return (
    <div className="flex flex-col gap-5 lg:flex-row lg:items-start">
      <form
        id={form}
        noValidate
        className="flex min-w-0 flex-[2] flex-col gap-5"
        onSubmit={(event) => {
          setWasSent(true)
          if (isFixed || Object.keys(drawn.contentErrors).length === 0) onSubmit(event)
          else focusFirstFault(event)
        }}
      >
        {!isFixed && (
          <Card title="Content">
            <div className="flex flex-col gap-5">
              <ContentSection filled={draft} errorOf={contentError} onChange={change} />
            </div>
          </Card>
        )}
        <Card title="Options">
          <div className="flex flex-col gap-4">
            <OptionsSection filled={draft} existing={code} errorOf={errorOf} onChange={change} />
          </div>
        </Card>
        <Card title="Design">
          <div className="flex flex-col gap-5">
            <LookSection
              filled={draft.look}
              errorOf={lookError}
              onChange={(part: Partial<VisualSettings>) =>
                setDraft((old) => ({ ...old, look: { ...old.look, ...part } }))
              }
            />
          </div>
        </Card>
      </form>
      <div className="sticky top-0 z-10 order-first -mx-1 flex min-w-0 flex-1 flex-col gap-5 lg:top-5 lg:order-last lg:mx-0">
        <PreviewCard drawn={drawn} ground={draft.look.background_transparent ? draft.look.background_color : null}>
          <Button
            type="submit"
            form={form}
            look="main"
            className="justify-center lg:mt-1"
            disabled={isSending || drawn.errors.length > 0}
          >
            {submit}
          </Button>
          {failure !== null && <Refusal failure={failure} />}
        </PreviewCard>
        {aside}
      </div>
    </div>
  )
}

/** Waits until the errors are shown. */
function focusFirstFault(event: { preventDefault: () => void; currentTarget: HTMLFormElement }): void {
  event.preventDefault()
  const form = event.currentTarget
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
