import { useState } from 'react'
import { readTags } from '../format/tags.ts'
import { Segments } from '../parts/segments.tsx'
import { BulkForm, type BulkProps } from './bulk-form.tsx'
import { TagsField } from './tags-field.tsx'

const ways = { add_tags: 'Add tags', remove_tags: 'Remove tags' } as const
type Way = keyof typeof ways

export function TagDialog(props: BulkProps) {
  const [way, setWay] = useState<Way>('add_tags')
  const [text, setText] = useState('')
  const tags = readTags(text)
  return (
    <BulkForm
      verb="Tag"
      about="Other tags stay the same."
      changes={tags.length === 0 ? undefined : { [way]: tags }}
      submit={ways[way]}
      done={(changed) => (way === 'add_tags' ? `${changed} tagged` : `${tags.join(', ')} removed from ${changed}`)}
      {...props}
    >
      <Segments name="Action" choices={ways} chosen={way} onChoose={setWay} />
      <TagsField autoFocus value={text} onText={setText} onChange={({ target }) => setText(target.value)} />
    </BulkForm>
  )
}
