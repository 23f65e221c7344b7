import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { FieldError } from '#core/sentence-about.ts'
import { errorAt, Failure, fieldErrors, fieldsIn } from '../api/failure.ts'
import { Button } from './button.tsx'
import { untilSent } from './drafts.ts'
import { FormActions } from './form-actions.tsx'
import { valueAt } from './form-values.ts'
import { useHoldDialog } from './open-dialogs.ts'
import { Refusal } from './refusal.tsx'
import { DraftNote, type DraftOptions, type DraftState, useDraft } from './use-draft.tsx'
import { type Sent, useSending } from './use-sending.ts'

/** Values, changes and errors, shared by the sections of a form. */
export interface FormPart<Filled> {
  filled: Filled
  onChange: (change: Partial<Filled>) => void
  /**
   * The error of a field, by its name in the API, until its value changes. `member`: path of the value in the form, if it
   * has another name there.
   */
  errorOf: (field: string, member?: string) => string | undefined
}

type TextField<Filled> = { [Name in keyof Filled]: Filled[Name] extends string ? Name : never }[keyof Filled] & string

/** Connects a text field with its value and its error. */
export const bindText = <Filled,>(part: FormPart<Filled>, name: TextField<Filled>, wireName: string = name) => ({
  name: wireName,
  value: part.filled[name] as string,
  error: part.errorOf(wireName, name),
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

interface FormOptions<Filled> extends DraftOptions<Filled> {
  /** Finds what the browser cannot, before the form is sent. */
  check?: (filled: Filled) => FieldError[]
}

/**
 * Values of a form, and its submission. With a name for its draft, what was typed survives until it is sent. `base`: the values
 * before the user changed them.
 */
export function useForm<Filled extends object>(
  start: Filled,
  send: (filled: Filled, event: Sent, base: Filled) => Promise<void>,
  { check, ...options }: FormOptions<Filled> = {},
) {
  const { id, base, filled, setFilled, extendStart, tellSaved, shown: draft } = useDraft(start, options)
  const [sent, setSent] = useState(filled)
  const { failure, isSending, props } = useSending(
    (event) =>
      untilSent(id, async () => {
        await send(filled, event, base)
        tellSaved(filled)
      }),
    () => {
      setSent(filled)
      return check?.(filled) ?? []
    },
  )
  // The fields of this rendering. Errors of other fields are shown for the whole form.
  const shownFields = new Set<string>()
  const isChanged = (paths: string[]) => {
    const own = paths.filter((path) => path in filled)
    return (own.length > 0 ? own : paths).some((path) => valueAt(filled, path) !== valueAt(sent, path))
  }
  const part: FormPart<Filled> = {
    filled,
    onChange: (change) => setFilled((old) => ({ ...old, ...change })),
    errorOf(field, member = field) {
      shownFields.add(field)
      const errors = fieldErrors(failure).filter((error) => error.field === field)
      const isOld = errors.some(({ message }) => [[member], ...fieldsIn(message)].some(isChanged))
      return isOld ? undefined : errorAt(errors, field)
    },
  }
  const sending: FormSending = {
    failure,
    isSending,
    shownFields,
    isCurrent: filled === sent,
    draft,
    props,
  }
  return { ...part, part, sending, draft, extendStart }
}

type FormSending = ReturnType<typeof useSending> & FormFaults & { draft: DraftState }

interface FormFaults {
  failure: unknown
  shownFields?: ReadonlySet<string>
  /** Nothing was changed since it was sent. */
  isCurrent?: boolean
}

/** Statuses for what was sent; it may be right after a change. */
const aboutContent = [400, 409, 422]

/** Why a form was rejected, as far as no field shows it. Placed after the fields. */
export function FormAlert({ failure, shownFields, isCurrent = true }: FormFaults) {
  if (failure === null) return null
  const errors = fieldErrors(failure)
  const others = errors.filter(({ field }) => shownFields?.has(field) !== true)
  if (errors.length > 0 && others.length === 0) return null
  if (!isCurrent && failure instanceof Failure && aboutContent.includes(failure.status)) return null
  return <Refusal failure={failure} errors={others} />
}

interface FormProps {
  sending: ReturnType<typeof useSending> & Partial<FormSending>
  submit: ReactNode
  Icon?: LucideIcon
  gap?: string
  /** The response is shown only once: the dialog stays open until it arrives. */
  showsOnce?: boolean
  children: ReactNode
}

/** Fields, the reason for a failure, and the submit button. */
export function Form({ sending, submit, Icon, gap = 'gap-4', showsOnce = false, children }: FormProps) {
  useHoldDialog(showsOnce && sending.isSending)
  return (
    <form className={`flex flex-col ${gap}`} {...sending.props}>
      {sending.draft && <DraftNote draft={sending.draft} />}
      {children}
      <FormActions alert={<FormAlert {...sending} />}>
        <Button type="submit" look="main" {...(Icon && { Icon })} disabled={sending.isSending}>
          {submit}
        </Button>
      </FormActions>
    </form>
  )
}
