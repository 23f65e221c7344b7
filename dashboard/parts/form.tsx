import type { LucideIcon } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { fieldError } from '../api/failure.ts'
import { Button } from './button.tsx'
import { Refusal } from './refusal.tsx'
import { useSending } from './use-sending.ts'

/** Values, changes and errors, shared by the sections of a form. */
export interface FormPart<Filled> {
  filled: Filled
  onChange: (change: Partial<Filled>) => void
  /** The error of a field, by its name in the API. */
  errorOf: (field: string) => string | undefined
}

type TextField<Filled> = { [Name in keyof Filled]: Filled[Name] extends string ? Name : never }[keyof Filled] & string

/** Connects a text field with its value and its error. */
export const bindText = <Filled,>(part: FormPart<Filled>, name: TextField<Filled>, wireName: string = name) => ({
  name: wireName,
  value: part.filled[name] as string,
  error: part.errorOf(wireName),
  onChange: ({ target }: { target: { value: string } }) =>
    part.onChange({ [name]: target.value } as unknown as Partial<Filled>),
})

type Bindable<Filled> = Pick<FormPart<Filled>, 'filled' | 'onChange'>

const setter =
  <Filled, Name extends keyof Filled>({ onChange }: Bindable<Filled>, name: Name) =>
  (value: Filled[Name]) =>
    onChange({ [name]: value } as unknown as Partial<Filled>)

/** Connects a control that reports its new value. */
export const bindValue = <Filled, Name extends keyof Filled>(part: Bindable<Filled>, name: Name) => ({
  value: part.filled[name],
  onChange: setter(part, name),
})

/** Connects a choice of options. */
export const bindChoice = <Filled, Name extends keyof Filled>(part: Bindable<Filled>, name: Name) => ({
  chosen: part.filled[name],
  onChoose: setter(part, name),
})

/** Connects a toggle. */
export const bindFlag = <Filled, Name extends keyof Filled>(part: Bindable<Filled>, name: Name) => ({
  checked: part.filled[name],
  onChange: setter(part, name),
})

type Sent = SubmitEvent<HTMLFormElement>

/** Values of a form, and its submission. */
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
  submit: ReactNode
  Icon?: LucideIcon
  isReady?: boolean
  buttonStyle?: string
  gap?: string
  children: ReactNode
}

/** Fields, the reason for a failure, and the submit button. */
export function Form(props: FormProps) {
  const { sending, submit, Icon, isReady = true, buttonStyle = '', gap = 'gap-4', children } = props
  return (
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
}
