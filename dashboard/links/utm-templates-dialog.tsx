import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { deleteUtmTemplate, type UtmTemplate, utmTemplatesKey, utmTemplatesQuery } from '../api/utm-templates.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Modal } from '../parts/modal.tsx'
import { UtmTemplateDialog } from './utm-template-dialog.tsx'
import { describeUtm } from './utm-values.ts'

type Open = { act: 'create' } | { act: 'edit' | 'delete'; template: UtmTemplate }

/** The templates of the account, to create, rename, change and delete them. */
export function UtmTemplatesDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const { data: templates = [] } = useQuery(utmTemplatesQuery)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <Modal title="UTM templates" about="Sets of UTM parameters that fill the form of a link." onClose={onClose}>
      {templates.length === 0 ? (
        <p className="text-dim">No templates yet.</p>
      ) : (
        <ul aria-label="UTM templates" className="divide-y divide-line rounded-md border border-line">
          {templates.map((template) => (
            <li key={template.id} className="flex items-center gap-2 py-2 pr-2 pl-3">
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium">{template.name}</p>
                <p className="truncate text-[13px] text-dim">{describeUtm(template)}</p>
              </div>
              <IconButton
                Icon={Pencil}
                title="Edit"
                label={`Edit ${template.name}`}
                onClick={() => setOpen({ act: 'edit', template })}
              />
              <IconButton
                Icon={Trash2}
                title="Delete"
                label={`Delete ${template.name}`}
                onClick={() => setOpen({ act: 'delete', template })}
              />
            </li>
          ))}
        </ul>
      )}
      <Button Icon={Plus} className="mt-4" onClick={() => setOpen({ act: 'create' })}>
        Create template
      </Button>
      {open?.act === 'create' && <UtmTemplateDialog onClose={close} />}
      {open?.act === 'edit' && <UtmTemplateDialog template={open.template} onClose={close} />}
      {open?.act === 'delete' && (
        <Confirm
          title={`Delete ${open.template.name}?`}
          about="Links keep their UTM parameters. You can’t undo this."
          act="Delete template"
          done={`${open.template.name} deleted`}
          onClose={close}
          onAct={async () => {
            await deleteUtmTemplate(open.template.id)
            await queries.invalidateQueries({ queryKey: utmTemplatesKey })
          }}
        />
      )}
    </Modal>
  )
}
