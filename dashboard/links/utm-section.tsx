import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Save, Settings2 } from 'lucide-react'
import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { toast } from 'sonner'
import { hasUtm, type UtmValues } from '#schemas/utm-fields.ts'
import { messageOf } from '../api/failure.ts'
import { type UtmTemplate, updateUtmTemplate, utmTemplatesKey, utmTemplatesQuery } from '../api/utm-templates.ts'
import { Button } from '../parts/button.tsx'
import { Combobox } from '../parts/combobox.tsx'
import { FieldFrame } from '../parts/field.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import {
  applyTemplate,
  describeUtm,
  hasTemplate,
  isSameUtm,
  pickUtm,
  textsOf,
  type UtmTexts,
  valuesOf,
} from './utm-values.ts'

const TemplateDialog = lazyPart(() => import('./utm-template-dialog.tsx'), 'UtmTemplateDialog')
const TemplatesDialog = lazyPart(() => import('./utm-templates-dialog.tsx'), 'UtmTemplatesDialog')

interface UtmSectionProps {
  filled: UtmTexts
  onChange: (change: Partial<UtmTexts>) => void
  children: ReactNode
}

/** The UTM fields, with templates that fill them. */
export function UtmSection({ filled, onChange, children }: UtmSectionProps) {
  const { data: templates = [] } = useQuery(utmTemplatesQuery)
  const [lastId, setLastId] = useState<string>()
  const [open, setOpen] = useState<'save' | 'manage'>()
  const update = useUpdate()
  const texts = pickUtm(filled)
  const last = templates.find(({ id }) => id === lastId)
  const same = templates.find((template) => isSameUtm(template, texts))
  const chosen = last !== undefined && hasTemplate(last, texts) ? last : same

  function choose(id: string) {
    const template = templates.find((one) => one.id === id)
    if (template === undefined) return
    onChange(applyTemplate(template, filled, chosen ?? last))
    setLastId(id)
  }
  const values = valuesOf(texts)
  const isNew = same === undefined && hasUtm(values)
  return (
    <>
      {templates.length > 0 && (
        <FieldFrame label="Template" className="sm:col-span-2">
          {(ties) => (
            <Combobox
              label="UTM templates"
              placeholder="Choose a template to fill the fields"
              value={chosen?.id ?? ''}
              choices={templates.map((template) => ({
                value: template.id,
                name: template.name,
                note: describeUtm(template),
              }))}
              onChoose={choose}
              ties={ties}
            />
          )}
        </FieldFrame>
      )}
      {children}
      {(templates.length > 0 || isNew) && (
        <div className="flex flex-wrap gap-2 sm:col-span-2">
          {isNew && last !== undefined && (
            <Button Icon={Save} onClick={() => update(last, values)}>
              Update “{last.name}”
            </Button>
          )}
          {isNew && (
            <Button Icon={Plus} onClick={() => setOpen('save')}>
              Save as template
            </Button>
          )}
          {templates.length > 0 && (
            <Button look="bare" Icon={Settings2} onClick={() => setOpen('manage')}>
              Manage templates
            </Button>
          )}
        </div>
      )}
      {/* React sends events of these dialogs to the form of the link as well. */}
      <div className="hidden" onSubmit={stop} onReset={stop}>
        {open === 'save' && (
          <TemplateDialog values={values} onClose={() => setOpen(undefined)} onSaved={({ id }) => setLastId(id)} />
        )}
        {open === 'manage' && <TemplatesDialog onClose={() => setOpen(undefined)} />}
      </div>
    </>
  )
}

const stop = (event: SyntheticEvent) => event.stopPropagation()

/** Writes a template, and offers to undo that. */
function useUpdate() {
  const queries = useQueryClient()
  async function write(template: UtmTemplate, values: UtmValues, whenDone: () => void) {
    try {
      await updateUtmTemplate(template.id, values)
      await queries.invalidateQueries({ queryKey: utmTemplatesKey })
      whenDone()
    } catch (failure) {
      toast.error(`Could not update ${template.name}`, { description: messageOf(failure) })
    }
  }
  return (template: UtmTemplate, values: UtmValues) =>
    void write(template, values, () => {
      const undo = () =>
        void write(template, valuesOf(textsOf(template)), () => toast.success(`${template.name} restored`))
      toast.success(`${template.name} updated`, { action: { label: 'Undo', onClick: undo } })
    })
}
