import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { removeSingleSignOn, type Settings, type SingleSignOn, singleSignOnQuery } from '../api/single-sign-on.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { CopyBlock } from '../parts/copy-block.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { ListSkeleton, Loaded } from '../parts/loaded.tsx'

const Confirm = lazyPart(() => import('../parts/confirm.tsx'), 'Confirm')
const SingleSignOnDialog = lazyPart(() => import('./single-sign-on-dialog.tsx'), 'SingleSignOnDialog')

/** The OpenID provider of the account. */
export function SingleSignOnCard() {
  const query = useQuery(singleSignOnQuery)
  const queries = useQueryClient()
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null)
  const close = () => setOpen(null)
  const isSetUp = query.data !== undefined && query.data.settings !== null
  return (
    <Card
      title="Single sign-on"
      aside={query.data && <Button onClick={() => setOpen('edit')}>{isSetUp ? 'Edit' : 'Set up'}</Button>}
    >
      <Loaded query={query} waiting={<ListSkeleton rows={2} />}>
        {({ settings, sign_in_url }) =>
          settings === null ? (
            <p className="text-dim">
              Members can sign in with an OpenID provider, such as Google, Microsoft Entra, Okta, or Keycloak.
            </p>
          ) : (
            <Shown settings={settings} url={sign_in_url} onRemove={() => setOpen('remove')} />
          )
        }
      </Loaded>
      {open === 'edit' && query.data && <SingleSignOnDialog current={query.data} onClose={close} />}
      {open === 'remove' && (
        <Confirm
          title="Turn off single sign-on?"
          about="Members who signed in with it are signed out. They then need their password, or a reset link to set one. You can set it up again at any time."
          act="Turn off"
          onAct={async () => {
            await removeSingleSignOn()
            await queries.invalidateQueries({ queryKey: singleSignOnQuery.queryKey })
          }}
          done="Single sign-on turned off"
          onClose={close}
        />
      )}
    </Card>
  )
}

interface ShownProps {
  settings: Settings
  url: SingleSignOn['sign_in_url']
  onRemove: () => void
}

const Shown = ({ settings: { issuer, domains, role, is_required }, url, onRemove }: ShownProps) => (
  <div className="flex flex-col gap-4">
    <dl className="grid gap-x-6 gap-y-0.5 sm:gap-y-2 sm:grid-cols-[10rem_1fr]">
      <Fact name="Provider">{issuer}</Fact>
      <Fact name="New members">
        {domains.length === 0
          ? 'By invitation only'
          : `Anyone with an email address at ${domains.join(' or ')}, as ${role}`}
      </Fact>
      <Fact name="Passwords">{is_required ? 'For owners only' : 'Allowed'}</Fact>
    </dl>
    <CopyBlock title="Sign-in link for members" text={url} label="Copy sign-in link" />
    <div>
      <Button onClick={onRemove}>Turn off</Button>
    </div>
  </div>
)

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div className="contents">
    <dt className="text-dim">{name}</dt>
    <dd className="min-w-0 break-words max-sm:mb-2">{children}</dd>
  </div>
)
