import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { tagsQuery } from '../api/links.ts'
import { readTags, startsTag, takeTag } from '../format/tags.ts'
import { Field } from '../parts/field.tsx'

interface TagsFieldProps extends Omit<ComponentProps<typeof Field>, 'label' | 'value'> {
  value: string
  onText: (text: string) => void
}

const mostOffered = 8

/** Tags separated by commas, with existing tags as suggestions. */
export function TagsField({ value, onText, className = '', ...field }: TagsFieldProps) {
  const { data } = useQuery(tagsQuery)
  const chosen = readTags(value)
  const offered = data
    ?.filter(({ tag }) => !chosen.includes(tag))
    .sort((one, other) => Number(startsTag(value, other.tag)) - Number(startsTag(value, one.tag)))
    .slice(0, mostOffered)
  return (
    <div className={className}>
      <Field
        label="Tags"
        placeholder="email, spring"
        autoComplete="off"
        hint="Separate tags with commas."
        value={value}
        {...field}
      />
      {offered !== undefined && offered.length > 0 && (
        <ul aria-label="Existing tags" className="mt-2 flex flex-wrap gap-1.5">
          {offered.map(({ tag }) => (
            <li key={tag}>
              <button
                type="button"
                className="flex h-6 max-w-48 items-center gap-1 rounded bg-sunken px-1.5 text-xs text-dim hover:text-text"
                onClick={() => onText(takeTag(value, tag))}
              >
                <Plus aria-hidden size={11} className="shrink-0" />
                <span className="truncate">{tag}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
