import { type FocusEvent, useRef, useState } from 'react'
import { matchesWords } from '../format/match-words.ts'
import { splitTyped, tagsBefore, writeTags } from '../format/tags.ts'
import { usePick } from './pick-combobox.tsx'
import { type Entry, useCombobox } from './use-combobox.ts'

/** Tags of a text with commas, the one that is being typed, and suggestions for it. */
export function useTagsField(value: string, onText: (text: string) => void) {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const chosen = tagsBefore(value, typed)
  const { found, bind } = usePick('tag')
  const { onOpen, onType, isBusy, hasFailed } = bind
  const name = typed.trim()

  function write(tags: readonly string[], rest: string) {
    setTyped(rest)
    onText(writeTags(tags, rest))
    onType(rest)
  }
  function add(tag: string) {
    write([...chosen, tag], '')
    // The list would cover what is below.
    box.close()
  }
  const entries: Entry[] = [
    ...found
      .filter(({ name: tag }) => !chosen.includes(tag) && (!isBusy || matchesWords(tag, name)))
      .map(({ name: tag, about, color }) => ({
        key: `=${tag}`,
        name: tag,
        note: about,
        color,
        onPick: () => add(tag),
      })),
    ...(name !== '' && !isBusy && !found.some(({ name: tag }) => tag.toLowerCase() === name.toLowerCase())
      ? [{ key: '+', name: `Create “${name}”`, isNew: true, onPick: () => add(name) }]
      : []),
  ]
  const box = useCombobox({ entries, isTyped: name !== '', onClose: () => undefined })
  const open = () => {
    onOpen()
    if (!box.isOpen) box.open()
  }

  return {
    field,
    box,
    open,
    chosen,
    typed,
    isBusy,
    status: statusOf(entries, isBusy, hasFailed),
    type: (text: string) => {
      const { complete, rest } = splitTyped(text)
      write([...chosen, ...complete], rest)
      box.highlight(null)
      open()
    },
    /** What was typed becomes a tag, unless that would move the submit button that is being pressed. */
    leave: ({ relatedTarget }: FocusEvent) => {
      box.close()
      const isSubmitting = relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit'
      if (name !== '' && !isSubmitting) write([...chosen, name], '')
    },
    remove: (tag: string | undefined) => {
      write(
        chosen.filter((other) => other !== tag),
        typed,
      )
      field.current?.focus()
    },
  }
}

function statusOf(entries: readonly Entry[], isBusy: boolean, hasFailed: boolean): string | undefined {
  if (hasFailed) return 'Search failed. Try again.'
  if (entries.length > 0) return undefined
  return isBusy ? 'Searching…' : 'Type to create a tag.'
}
