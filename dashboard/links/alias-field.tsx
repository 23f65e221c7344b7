import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { aliasQuery } from '../api/links.ts'
import { Field } from '../parts/field.tsx'

interface AliasFieldProps {
  value: string
  host: string
  ownCode: string | undefined
  error: string | undefined
  onChange: (value: string) => void
}

/** Quicker than who types the next letter, slower than who is still typing. */
const pauseMs = 200
/** A shorter one is refused anyway: schemas/link-fields.ts. */
const leastLetters = 3

/** Says while it is typed whether the alias can be had. */
export function AliasField({ value, host, ownCode, error, onChange }: AliasFieldProps) {
  const settled = useSettled(value.trim())
  const isAsked = settled.length >= leastLetters && settled !== ownCode
  const { data, error: refusal } = useQuery({ ...aliasQuery(settled), enabled: isAsked, retry: false })
  const isCurrent = isAsked && settled === value.trim()
  const taken = isCurrent && data?.available === false ? data.message : undefined
  const refused = isCurrent && refusal !== null ? refusal.message : undefined
  return (
    <Field
      label="Short link"
      name="custom_alias"
      before={`${host}/`}
      placeholder={ownCode === undefined ? 'made for you' : ''}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      error={error ?? taken ?? refused}
      hint={
        <span role="status" className={isCurrent && data?.available === true ? 'text-good' : ''}>
          {isCurrent && data?.available === true ? `${settled} is free` : hintFor(ownCode)}
        </span>
      }
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

const hintFor = (ownCode: string | undefined) =>
  ownCode === undefined
    ? 'Leave it empty for a random code.'
    : 'Changing it frees the old one at once: it stops working.'

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
