import { useSession } from '../api/session.ts'
import { exactText, Field } from './field.tsx'
import type { bindText } from './form.tsx'

type Bound = ReturnType<typeof bindText>

/** The password of the signed-in user. Password managers find it by the hidden email address. */
export function CurrentPasswordField({ bound }: { bound: Bound }) {
  const { user } = useSession()
  return (
    <>
      <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <Field label="Current password" type="password" autoComplete="current-password" required autoFocus {...bound} />
    </>
  )
}

/** A code of the authenticator app, or a recovery code. */
export const CodeField = ({ bound, autoFocus = false }: { bound: Bound; autoFocus?: boolean }) => (
  <Field
    label="Code"
    required
    autoFocus={autoFocus}
    {...exactText}
    autoComplete="one-time-code"
    hint="From your authenticator app, or a recovery code"
    {...bound}
  />
)
