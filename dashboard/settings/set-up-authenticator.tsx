import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { authenticatorQuery, confirmAuthenticator, type StartedAuthenticator } from '../api/authenticator.ts'
import { drawPlainCode } from '../links/plain-code.ts'
import { CopyBlock } from '../parts/copy-block.tsx'
import { exactText, Field } from '../parts/field.tsx'
import { bindText, Form, useForm } from '../parts/form.tsx'
import { Modal } from '../parts/modal.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

/** Shows the secret of a new app, takes its first code, then shows the recovery codes once. */
export function SetUpDialog({ started, onClose }: { started: StartedAuthenticator; onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes !== null) return <RecoveryCodesDialog codes={codes} onClose={onClose} />
  return (
    <Modal
      isFirm
      title="Turn on two-factor authentication"
      about="Scan the QR code with an authenticator app, then enter the code that the app shows."
      onClose={onClose}
    >
      <SetUpForm started={started} onDone={setCodes} />
    </Modal>
  )
}

interface SetUpFormProps {
  started: StartedAuthenticator
  onDone: (codes: string[]) => void
}

function SetUpForm({ started: { secret, setup_url }, onDone }: SetUpFormProps) {
  const queries = useQueryClient()
  const { part, sending } = useForm({ code: '' }, async ({ code }) => {
    onDone((await confirmAuthenticator(code)).recovery_codes)
    await queries.invalidateQueries({ queryKey: authenticatorQuery.queryKey })
  })
  const image = drawPlainCode(setup_url)
  return (
    <Form showsOnce sending={sending} submit="Turn on">
      {image !== null && (
        <img src={image} alt="QR code with the secret below" className="size-48 self-center rounded-md" />
      )}
      <CopyBlock title="Or enter this secret in the app" text={secret} label="Copy secret" />
      <Field
        label="Code"
        required
        autoFocus
        {...exactText}
        autoComplete="one-time-code"
        inputMode="numeric"
        hint="Six digits"
        {...bindText(part, 'code')}
      />
    </Form>
  )
}
