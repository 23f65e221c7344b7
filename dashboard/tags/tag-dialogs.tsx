import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { refreshLinked } from '../api/refresh.ts'
import { deleteTag, mergeTag, type Tag } from '../api/tags.ts'
import { Confirm } from '../parts/confirm.tsx'
import { FieldFrame } from '../parts/field.tsx'
import { Form, useForm } from '../parts/form.tsx'
import { Modal } from '../parts/modal.tsx'
import { PickCombobox } from '../parts/pick-combobox.tsx'
import { useClose } from '../parts/use-is-there.ts'
import { TagDialog } from './tag-dialog.tsx'

export type TagAct = 'edit' | 'merge' | 'delete'

interface TagDialogsProps {
  act: TagAct
  tag: Tag
  onClose: () => void
}

export function TagDialogs({ act, tag, onClose }: TagDialogsProps) {
  const queries = useQueryClient()
  if (act === 'edit') return <TagDialog tag={tag} onClose={onClose} />
  if (act === 'merge') return <MergeDialog tag={tag} onClose={onClose} />
  return (
    <Confirm
      title={`Delete ${tag.name}?`}
      about="The tag is removed from all links, QR codes, and campaigns, but they are not deleted. You can’t undo this."
      act="Delete tag"
      done={`${tag.name} deleted`}
      onClose={onClose}
      onAct={async () => {
        await deleteTag(tag.name)
        await refreshLinked(queries)
      }}
    />
  )
}

function MergeDialog({ tag, onClose }: Pick<TagDialogsProps, 'tag' | 'onClose'>) {
  const close = useClose(onClose)
  const queries = useQueryClient()
  const { filled, part, sending } = useForm(
    { into: '' },
    async ({ into }) => {
      await mergeTag(tag.name, into)
      toast.success(`${tag.name} merged into ${into}`)
      await refreshLinked(queries)
      close()
    },
    {
      check: ({ into }) =>
        into === '' || into.toLowerCase() === tag.name.toLowerCase()
          ? [{ field: 'into', message: 'Choose another tag.' }]
          : [],
    },
  )
  return (
    <Modal
      title={`Merge ${tag.name}`}
      about={`The other tag replaces ${tag.name} everywhere. You can’t undo this.`}
      onClose={onClose}
    >
      <Form sending={sending} submit="Merge">
        <FieldFrame label="Into" error={part.errorOf('into')}>
          {(ties) => (
            <PickCombobox
              kind="tag"
              label="Into"
              placeholder="Choose a tag"
              value={filled.into}
              onChoose={(into) => part.onChange({ into })}
              ties={{ ...ties, autoFocus: true }}
            />
          )}
        </FieldFrame>
      </Form>
    </Modal>
  )
}
