import { useState } from 'react'
import type { Role } from '#schemas/roles.ts'
import type { Member } from '../api/members.ts'
import { capitalized } from '../format/names.ts'
import { Button } from '../parts/button.tsx'
import { Combobox } from '../parts/combobox.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { Pill } from '../parts/pill.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { useSetRole } from './use-set-role.ts'

const OwnRoleDialog = lazyPart(() => import('./own-role-dialog.tsx'), 'OwnRoleDialog')

interface MemberRowProps {
  member: Member
  /** The roles that the user may give this member; empty: none. */
  choices: [Role, string][]
  /** undefined if the user may not remove this member. */
  onRemove?: (() => void) | undefined
}

export function MemberRow({ member, choices, onRemove }: MemberRowProps) {
  const { email, is_you, last_seen_at, joined_at, api_keys } = member
  const { role, setRole } = useSetRole(member)
  const [ownRole, setOwnRole] = useState<Role | null>(null)
  function choose(value: string) {
    const chosen = choices.find(([choice]) => choice === value)?.[0]
    if (chosen === undefined || chosen === role) return
    if (is_you) setOwnRole(chosen)
    else setRole(chosen)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64 max-sm:basis-full">
        <p className="flex min-w-0 items-center gap-2">
          <span className="truncate font-medium" title={email}>
            {email}
          </span>
          {is_you && <Pill look="quiet">You</Pill>}
        </p>
        <p className="text-[13px] text-dim">
          {last_seen_at === null ? (
            'Not signed in'
          ) : (
            <>
              Last active <RelativeTime at={last_seen_at} />
            </>
          )}
          , joined <RelativeTime at={joined_at} />
          {api_keys > 0 && `, ${api_keys} API ${api_keys === 1 ? 'key' : 'keys'}`}
        </p>
      </div>
      {choices.length > 0 ? (
        <Combobox
          label="Roles"
          ties={{ 'aria-label': `Role of ${email}` }}
          className="w-32 max-sm:flex-1"
          value={role}
          choices={choices.map(([value, name]) => ({ value, name }))}
          onChoose={choose}
        />
      ) : (
        <p className="w-32 text-dim max-sm:flex-1">{capitalized(role)}</p>
      )}
      {onRemove !== undefined && (
        <Button onClick={onRemove}>
          {is_you ? 'Leave' : 'Remove'}
          <span className="sr-only"> {is_you ? 'the account' : email}</span>
        </Button>
      )}
      {ownRole !== null && <OwnRoleDialog member={member} role={ownRole} onClose={() => setOwnRole(null)} />}
    </div>
  )
}
