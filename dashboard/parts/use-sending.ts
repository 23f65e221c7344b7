import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { FieldError } from '#core/sentence-about.ts'
import { invalid } from '../api/failure.ts'
import { isDelayed, untilComplete } from './delay-form.ts'
import { findInvalid } from './find-invalid.ts'
import { giveFocus } from './give-focus.ts'
import { useLatest } from './use-latest.ts'

export type Sent = SubmitEvent<HTMLFormElement>

/** Submits a form once at a time, when its values are complete, if the browser and `check` find nothing wrong. Keeps the failure, and moves the focus to the field that it is about. */
export function useSending(send: (event: Sent) => Promise<void>, check: () => FieldError[] = () => []) {
  const [failed, setFailed] = useState<{ failure: unknown; form: HTMLFormElement } | null>(null)
  const [isSending, setIsSending] = useState(false)
  /** The element with the focus when the form was sent: browsers take the focus from a disabled button. */
  const focused = useRef<Element | null>(null)
  const latest = useLatest({ send, check })
  useEffect(() => {
    if (failed !== null) showFault(failed.form)
  }, [failed])
  useEffect(() => {
    if (!isSending) giveFocus(focused.current)
  }, [isSending])

  async function run(event: Sent, form: HTMLFormElement) {
    setIsSending(true)
    setFailed(null)
    try {
      await latest.current.send(event)
    } catch (failure) {
      setFailed({ failure, form })
    } finally {
      setIsSending(false)
    }
  }

  async function submit(event: Sent, form: HTMLFormElement) {
    if (isDelayed(form)) {
      setIsSending(true)
      const isComplete = await untilComplete(form)
      setIsSending(false)
      if (!isComplete || !form.isConnected) return
    }
    const errors = [...findInvalid(form), ...latest.current.check()]
    if (errors.length > 0) setFailed({ failure: invalid(errors), form })
    else await run(event, form)
  }

  function onSubmit(event: Sent) {
    event.preventDefault()
    if (isSending) return
    focused.current = document.activeElement
    void submit(event, event.currentTarget)
  }

  return {
    failure: failed?.failure ?? null,
    isSending,
    /** For the form: its errors are shown at the fields, instead of by the browser. */
    props: { noValidate: true, onSubmit },
  }
}

/** Scrolls to the first wrong field and focuses it, or scrolls to the message about the whole form. */
function showFault(form: HTMLFormElement): void {
  const fault = form.querySelector<HTMLElement>(`${wrongField}, [data-invalid]`)
  if (fault === null) {
    form.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' })
    return
  }
  const field = fault.matches(wrongField)
    ? fault
    : (fault.querySelector<HTMLElement>(wrongField) ?? fault.querySelector<HTMLElement>('input, button'))
  field?.focus({ preventScroll: true })
  fault.scrollIntoView({ block: 'center' })
}

const wrongField = '[aria-invalid="true"]'
