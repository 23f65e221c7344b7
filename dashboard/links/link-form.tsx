import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Failure, fieldError, messageOf } from '../api/failure.ts'
import { shortHost } from '../api/place.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { AliasField } from './alias-field.tsx'
import type { Filled } from './draft.ts'

const LinkOptions = lazy(async () => ({ default: (await import('./link-options.tsx')).LinkOptions }))

interface LinkFormProps {
  start: Filled
  /** The code that the link has already. */
  ownCode?: string
  /** The host of its short URL. */
  host?: string
  submit: ReactNode
  /** Rejects with why it did not work. */
  onSubmit: (filled: Filled) => Promise<void>
  opensOptions?: boolean
}

/** A destination and an alias; everything else when it is asked for. */
export function LinkForm({ start, ownCode, host = shortHost, submit, onSubmit, opensOptions = false }: LinkFormProps) {
  const [filled, setFilled] = useState(start)
  const [failure, setFailure] = useState<unknown>(null)
  const [isSending, setIsSending] = useState(false)
  const [showsOptions, setShowsOptions] = useState(opensOptions)
  const set = (field: keyof Filled, value: string) => setFilled((old) => ({ ...old, [field]: value }))
  const errorOf = (field: string) => fieldError(failure, field)

  async function send() {
    setIsSending(true)
    setFailure(null)
    try {
      await onSubmit(filled)
    } catch (error) {
      setFailure(error)
    } finally {
      setIsSending(false)
    }
  }

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Field
        label="Destination"
        name="url"
        placeholder="https://example.com/a-long-address"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        autoFocus
        value={filled.url}
        error={errorOf('url')}
        onChange={(event) => set('url', event.target.value)}
      />
      <AliasField
        value={filled.custom_alias}
        host={host}
        ownCode={ownCode}
        error={errorOf('custom_alias')}
        onChange={(value) => set('custom_alias', value)}
      />
      {showsOptions ? (
        <Suspense fallback={<div className="skeleton h-40" />}>
          <LinkOptions filled={filled} set={set} errorOf={errorOf} hasPassword={ownCode === undefined} />
        </Suspense>
      ) : (
        <button
          type="button"
          className="self-start rounded-md py-1 text-[13px] font-medium text-dim hover:text-text"
          onClick={() => setShowsOptions(true)}
        >
          More: name, tags, expiry, password, UTM
        </button>
      )}
      {failure !== null && <Refusal failure={failure} />}
      <Button type="submit" look="main" className="justify-center" disabled={isSending}>
        {submit}
      </Button>
    </form>
  )
}

function Refusal({ failure }: { failure: unknown }) {
  const requestId = failure instanceof Failure ? failure.requestId : null
  return (
    <div role="alert" className="rounded-md bg-bad-tint px-3 py-2 text-bad">
      <p>{messageOf(failure)}</p>
      {requestId !== null && <p className="mt-0.5 font-mono text-xs break-all">Request {requestId}</p>}
    </div>
  )
}
