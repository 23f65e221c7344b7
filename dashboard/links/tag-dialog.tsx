import { useState } from 'react'
import type { ShortUrl } from '#schemas/links.ts'
import { count } from '../format/numbers.ts'
import { readTags } from '../format/tags.ts'
import { Modal } from '../parts/modal.tsx'
import { Segments } from '../parts/segments.tsx'
import { BulkForm } from './bulk-form.tsx'
import { TagsField } from './tags-field.tsx'

interface TagDialogProps {
  links: readonly ShortUrl[]
  onChanged: (ids: string[]) => void
  onClose: () => void
}

const ways = { add_tags: 'Add tags', remove_tags: 'Remove tags' } as const
type Way = keyof typeof ways

/** Each link keeps its other tags. */
export function TagDialog({ links, onChanged, onClose }: TagDialogProps) {
  const [way, setWay] = useState<Way>('add_tags')
  const [text, setText] = useState('')
  const tags = readTags(text)
  return (
    <Modal
      title={links.length === 1 ? 'Tag a link' : `Tag ${count(links.length)} links`}
      about="Each keeps its other tags."
      onClose={onClose}
    >
      <BulkForm
        links={links}
        changes={tags.length === 0 ? undefined : { [way]: tags }}
        submit={way === 'add_tags' ? 'Add' : 'Remove'}
        done={(changed) => (way === 'add_tags' ? `${changed} tagged` : `${changed} rid of ${tags.join(', ')}`)}
        onChanged={onChanged}
        onClose={onClose}
      >
        <Segments name="What to do" choices={ways} chosen={way} onChoose={setWay} />
        <TagsField autoFocus value={text} onText={setText} onChange={({ target }) => setText(target.value)} />
      </BulkForm>
    </Modal>
  )
}
