import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { type TagColor, tagColors } from '#schemas/tag-colors.ts'
import { refreshLinked } from '../api/refresh.ts'
import { createTag, type Tag, updateTag } from '../api/tags.ts'
import { changedMembers } from '../parts/draft-changes.ts'
import { Field } from '../parts/field.tsx'
import { bindText, Form, useForm } from '../parts/form.tsx'
import { Modal } from '../parts/modal.tsx'
import { useClose } from '../parts/use-is-there.ts'
import type { Sent } from '../parts/use-sending.ts'
import { ColorChoice } from './color-choice.tsx'

interface FilledTag {
  name: string
  color: TagColor
}

interface TagDialogProps {
  /** The tag to edit; undefined creates a new one. */
  tag?: Tag
  onClose: () => void
}

const check = ({ name }: { name: string }) => (name.trim() === '' ? [{ field: 'name', message: 'Enter a name.' }] : [])

export function TagDialog({ tag, onClose }: TagDialogProps) {
  const close = useClose(onClose)
  const queries = useQueryClient()
  const start: FilledTag = { name: tag?.name ?? '', color: tag?.color ?? tagColors[0] }
  const send = async ({ name, color }: FilledTag, _event: Sent, base: FilledTag) => {
    const body = { name: name.trim(), color }
    if (tag === undefined) await createTag(body)
    else await updateTag(tag.name, changedMembers(body, base))
    toast.success(tag === undefined ? `${body.name} created` : `${body.name} saved`)
    close()
    void refreshLinked(queries)
  }
  const { filled, onChange, part, sending } = useForm(start, send, { check, draft: `tag ${tag?.name ?? ''}` })
  return (
    <Modal title={tag === undefined ? 'Create tag' : `Edit ${tag.name}`} onClose={onClose}>
      <Form sending={sending} submit={tag === undefined ? 'Create tag' : 'Save'}>
        <Field
          label="Name"
          autoFocus
          autoComplete="off"
          maxLength={50}
          hint={tag === undefined ? undefined : 'A new name applies everywhere, including analytics of past clicks.'}
          {...bindText(part, 'name')}
        />
        <ColorChoice chosen={filled.color} onChoose={(color) => onChange({ color })} />
      </Form>
    </Modal>
  )
}
