import type { LucideIcon } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { fieldError } from '../api/failure.ts'
import { Button } from './button.tsx'
import { Refusal } from './refusal.tsx'
import { useSending } from './use-sending.ts'

/** What the sections of a form share. */
export interface FormPart<Filled> {
  filled: Filled
  onChange: (change: Partial<Filled>) => void
  /** What is wrong with a field, by the name that the API gives it. */
  errorOf: (field: string) => string | undefined
}

type TextField<Filled> = { [Name in keyof Filled]: Filled[Name] extends string ? Name : never }[keyof Filled] & string

/** Ties a text field to what is filled in, and to what is wrong with it. */
export const bindText = <Filled,>(part: FormPart<Filled>, name: TextField<Filled>, wireName: string = name) => ({
  name: wireName,
  value: part.filled[name] as string,
  error: part.errorOf(wireName),
  onChange: ({ target }: { target: { value: string } }) =>
    part.onChange({ [name]: target.value } as unknown as Partial<Filled>),
})

type Sent = SubmitEvent<HTMLFormElement>

/** What is filled in, and the sending of it, which rejects with why it was refused. */
export function useForm<Filled>(start: Filled, send: (filled: Filled, event: Sent) => Promise<void>) {
  const [filled, setFilled] = useState(start)
  const sending = useSending<Sent>((event) => send(filled, event))
  const part: FormPart<Filled> = {
    filled,
    onChange: (change) => setFilled((old) => ({ ...old, ...change })),
    errorOf: (field) => fieldError(sending.failure, field),
  }
  return { ...part, part, sending }
}

interface FormProps {
  sending: { failure: unknown; isSending: boolean; onSubmit: (event: Sent) => void }
  /** On the button that sends it. */
  submit: ReactNode
  Icon?: LucideIcon
  isReady?: boolean
  buttonStyle?: string
  /** Between the fields. */
  gap?: string
  children: ReactNode
}

/** Fields, why they were refused, and the button that sends them. */
export const Form = ({
  sending,
  submit,
  Icon,
  isReady = true,
  buttonStyle = '',
  gap = 'gap-4',
  children,
}: FormProps) => (
  <form className={`flex flex-col ${gap}`} onSubmit={sending.onSubmit}>
    {children}
    {sending.failure !== null && <Refusal failure={sending.failure} />}
    <Button
      type="submit"
      look="main"
      {...(Icon && { Icon })}
      className={`justify-center ${buttonStyle}`}
      disabled={sending.isSending || !isReady}
    >
      {submit}
    </Button>
  </form>
)
