import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { roleMeanings } from '#schemas/role-meanings.ts'
import type { Role } from '#schemas/roles.ts'
import { type CreatedInvitation, invitationsQuery, invite } from '../api/members.ts'
import { refreshList } from '../api/refresh.ts'
import { useSession } from '../api/session.ts'
import { ChoiceCard } from '../parts/choice-card.tsx'
import { Field } from '../parts/field.tsx'
import { FieldGroup } from '../parts/field-group.tsx'
import { bindText, Form, useForm } from '../parts/form.tsx'
import { Modal } from '../parts/modal.tsx'
import { OnceModal } from '../parts/once-modal.tsx'
import { roleOptions } from './role-options.ts'

interface FilledInvitation {
  email: string
  role: Role
}

const empty: FilledInvitation = { email: '', role: 'editor' }

/** Creates an invitation and shows its link once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedInvitation | null>(null)
  if (created === null) {
    return (
      <Modal title="Invite member" about="The link works once, for 7 days." onClose={onClose}>
        <InviteForm onCreated={setCreated} />
      </Modal>
    )
  }
  return (
    <OnceModal title="Invitation created" name="Link" text={created.url} copy="Copy link" onClose={onClose}>
      <p className="text-dim">
        {created.is_sent && `We sent this link to ${created.email}. `}
        {created.email === null
          ? 'Anyone who has this link can join. Send it only to the person you want to invite.'
          : `Send this link to ${created.email}. Only a user with this email can join.`}
      </p>
    </OnceModal>
  )
}

function InviteForm({ onCreated }: { onCreated: (invitation: CreatedInvitation) => void }) {
  const queries = useQueryClient()
  const { role: own } = useSession()
  const { filled, onChange, part, sending } = useForm(
    empty,
    async ({ email, role }) => {
      onCreated(await invite({ role, email: email.trim() === '' ? null : email }))
      void refreshList(queries, invitationsQuery.queryKey)
    },
    { draft: 'invitation' },
  )
  return (
    <Form showsOnce sending={sending} submit="Create invitation">
      <Field
        label="Email"
        type="email"
        autoFocus
        autoComplete="off"
        placeholder="name@example.com"
        hint="Leave blank for a link that anyone can use."
        {...bindText(part, 'email')}
      />
      <FieldGroup legend="Role" error={part.errorOf('role')}>
        <div className="grid gap-2 sm:grid-cols-2">
          {roleOptions(own).map(([role, name]) => (
            <ChoiceCard
              key={role}
              group="role"
              name={name}
              about={roleMeanings[role]}
              isChosen={filled.role === role}
              onChoose={() => onChange({ role })}
            />
          ))}
        </div>
      </FieldGroup>
    </Form>
  )
}
