import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Save, Settings2 } from 'lucide-react'
import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { toast } from 'sonner'
import { hasUtm, type UtmValues } from '#schemas/utm-fields.ts'
import { messageOf } from '../api/failure.ts'
import { type UtmTemplate, updateUtmTemplate, utmTemplatesKey, utmTemplatesQuery } from '../api/utm-templates.ts'
import { Button } from '../parts/button.tsx'
import { Combobox } from '../parts/combobox.tsx'
import { CopyBlock } from '../parts/copy-block.tsx'
import { FieldFrame } from '../parts/field.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import {
  applyTemplate,
  describeUtm,
  finalUrl,
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
  filled: UtmTexts & { url: string; ios_url: string; android_url: string }
  /** An A/B test replaces the destination. */
  hasTest: boolean
  onChange: (change: Partial<UtmTexts>) => void
  children: ReactNode
}

/** The UTM fields, with templates that fill them. */
export function UtmSection({ filled, hasTest, onChange, children }: UtmSectionProps) {
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
      <FinalUrl filled={filled} hasTest={hasTest} />
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

function FinalUrl({ filled, hasTest }: Pick<UtmSectionProps, 'filled' | 'hasTest'>) {
  const url = finalUrl({ ...pickUtm(filled), url: filled.url })
  const hasDevices = `${filled.ios_url}${filled.android_url}`.trim() !== ''
  const others = hasTest ? 'The A/B test’s destinations' : hasDevices ? 'Device destinations' : undefined
  if (url === null) return null
  return (
    <div className="sm:col-span-2">
      <CopyBlock title="Final URL" text={url} label="Copy final URL" />
      <p className="mt-1.5 text-[13px] text-dim">
        {others === undefined
          ? 'Visitors go here. UTM fields replace parameters of the destination with the same name.'
          : `${others} get the same UTM parameters.`}
      </p>
    </div>
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
