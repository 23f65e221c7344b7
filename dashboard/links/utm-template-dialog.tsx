import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { hasUtm, lacksUtm, type UtmValues, utmFields } from '#schemas/utm-fields.ts'
import { createUtmTemplate, type UtmTemplate, updateUtmTemplate, utmTemplatesKey } from '../api/utm-templates.ts'
import { changedMembers } from '../parts/draft-changes.ts'
import { exactText, Field } from '../parts/field.tsx'
import { bindText, Form, useForm } from '../parts/form.tsx'
import { Modal } from '../parts/modal.tsx'
import { useIsThere } from '../parts/use-is-there.ts'
import type { Sent } from '../parts/use-sending.ts'
import { formField } from './form-fields.ts'
import { textsOf, type UtmTexts, valuesOf } from './utm-values.ts'

interface UtmTemplateDialogProps {
  /** The template to edit; undefined creates one. */
  template?: UtmTemplate
  /** The parameters of a new template. */
  values?: UtmValues
  onSaved?: (template: UtmTemplate) => void
  onClose: () => void
}

type Filled = UtmTexts & { name: string }

const unset = valuesOf(Object.fromEntries(utmFields.map((field) => [field, ''])) as UtmTexts)

const check = (filled: Filled) => [
  ...(filled.name.trim() === '' ? [{ field: 'name', message: 'Enter a name.' }] : []),
  ...(hasUtm(valuesOf(filled)) ? [] : [{ field: 'utm_source', message: lacksUtm }]),
]

const bodyOf = (filled: Filled) => ({ name: filled.name.trim(), ...valuesOf(filled) })

export function UtmTemplateDialog({ template, values = unset, onSaved, onClose }: UtmTemplateDialogProps) {
  const isThere = useIsThere()
  const queries = useQueryClient()
  const start: Filled = { name: template?.name ?? '', ...textsOf(template ?? values) }
  const send = async (filled: Filled, _event: Sent, base: Filled) => {
    const body = bodyOf(filled)
    const saved = await (template === undefined
      ? createUtmTemplate(body)
      : updateUtmTemplate(template.id, changedMembers(body, bodyOf(base))))
    if (isThere.current) onSaved?.(saved)
    await queries.invalidateQueries({ queryKey: utmTemplatesKey })
    toast.success(template === undefined ? `Template ${saved.name} created` : `${saved.name} saved`)
    if (isThere.current) onClose()
  }
  const { part, sending } = useForm(start, send, {
    check,
    ...(values === unset && { draft: template === undefined ? 'new-utm-template' : `utm-template ${template.id}` }),
  })
  return (
    <Modal
      title={template === undefined ? 'Create UTM template' : `Edit ${template.name}`}
      about={template === undefined ? undefined : 'Links keep the UTM parameters that they have.'}
      onClose={onClose}
    >
      <Form sending={sending} submit={template === undefined ? 'Create template' : 'Save'}>
        <Field
          label="Name"
          placeholder="Newsletter"
          autoFocus
          autoComplete="off"
          maxLength={100}
          {...bindText(part, 'name')}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          {utmFields.map((field) => {
            const { label = '', placeholder = '' } = formField(field)
            return (
              <Field
                key={field}
                label={label}
                placeholder={placeholder}
                {...exactText}
                maxLength={200}
                {...bindText(part, field)}
              />
            )
          })}
        </div>
      </Form>
    </Modal>
  )
}
