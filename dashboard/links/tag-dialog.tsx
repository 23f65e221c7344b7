import { readTags } from '../format/tags.ts'
import { bindChoice, bindText } from '../parts/form.tsx'
import { Segments } from '../parts/segments.tsx'
import { TagsField } from '../parts/tags-field.tsx'
import { BulkForm, type BulkProps } from './bulk-form.tsx'

const ways = { add_tags: 'Add tags', remove_tags: 'Remove tags' } as const

interface Filled {
  way: keyof typeof ways
  tags: string
}

const start: Filled = { way: 'add_tags', tags: '' }

export const TagDialog = (props: BulkProps) => (
  <BulkForm
    verb="Tag"
    about="Other tags stay the same."
    start={start}
    check={({ tags }) => (readTags(tags).length === 0 ? [{ field: 'tags', message: 'Enter at least one tag.' }] : [])}
    changesOf={({ way, tags }) => ({ [way]: readTags(tags) })}
    submit={({ way }) => ways[way]}
    done={(changed, { way, tags }) =>
      way === 'add_tags' ? `${changed} tagged` : `${readTags(tags).join(', ')} removed from ${changed}`
    }
    {...props}
  >
    {(part) => (
      <>
        <Segments name="Action" choices={ways} {...bindChoice(part, 'way')} />
        <TagsField autoFocus {...bindText(part, 'tags')} onText={(tags) => part.onChange({ tags })} />
      </>
    )}
  </BulkForm>
)
