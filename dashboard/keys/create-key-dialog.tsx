import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { permissions as allPermissions, type Permission } from '#schemas/permissions.ts'
import { type CreatedKey, createKey, keysQuery } from '../api/keys.ts'
import { rootPath } from '../api/page-meta.ts'
import { refreshList } from '../api/refresh.ts'
import { addDays } from '../format/days.ts'
import { capitalized } from '../format/names.ts'
import { ChoiceCard } from '../parts/choice-card.tsx'
import { CopyBlock } from '../parts/copy-block.tsx'
import { Field } from '../parts/field.tsx'
import { FieldGroup } from '../parts/field-group.tsx'
import { bindText, Form, type FormPart, useForm } from '../parts/form.tsx'
import { Modal } from '../parts/modal.tsx'
import { OnceModal } from '../parts/once-modal.tsx'
import { Options } from '../parts/options.tsx'
import { SelectField } from '../parts/select-field.tsx'

const presets = [
  { name: 'Read only', about: 'View links, QR codes, and analytics', permissions: ['read', 'analytics'] },
  {
    name: 'Read and write',
    about: 'Create and edit everything, including API keys and webhooks, but not delete',
    permissions: ['read', 'write'],
  },
  { name: 'Full access', about: 'Also delete, and view analytics', permissions: allPermissions },
] as const satisfies { name: string; about: string; permissions: readonly Permission[] }[]

const expiries = [
  { name: 'Never', days: null },
  { name: 'In 30 days', days: 30 },
  { name: 'In 90 days', days: 90 },
  { name: 'In 1 year', days: 365 },
] as const

/** Creates an API key and shows it once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedKey | null>(null)
  if (created === null) {
    return (
      <Modal title="Create API key" onClose={onClose}>
        <KeyForm onCreated={setCreated} />
      </Modal>
    )
  }
  return (
    <OnceModal title="API key created" name="Key" text={created.key} copy="Copy key" onClose={onClose}>
      <CopyBlock title="Try it" text={firstCall(created)} label="Copy command" />
    </OnceModal>
  )
}

interface FilledKey {
  name: string
  permissions: readonly Permission[]
  days: number | null
}

const emptyKey: FilledKey = { name: '', permissions: presets[1].permissions, days: null }

function KeyForm({ onCreated }: { onCreated: (key: CreatedKey) => void }) {
  const queries = useQueryClient()
  // The same in each attempt, so that a repeated request is recognized.
  const [openedAt] = useState(() => new Date())
  async function create({ name, permissions, days }: FilledKey) {
    const expires_at = days === null ? null : addDays(openedAt, days).toISOString()
    onCreated(await createKey({ name, permissions: [...permissions], expires_at }))
    void refreshList(queries, keysQuery.queryKey)
  }
  const { filled, onChange, part, sending } = useForm(emptyKey, create, {
    draft: 'new-key',
    check: findMissing,
  })

  return (
    <Form showsOnce sending={sending} submit="Create API key">
      <Field
        label="Name"
        placeholder="Build server"
        required
        autoFocus
        autoComplete="off"
        maxLength={100}
        {...bindText(part, 'name')}
      />
      <PermissionChoice {...part} />
      <SelectField
        label="Expires"
        value={filled.days ?? ''}
        onChange={({ target }) => onChange({ days: target.value === '' ? null : Number(target.value) })}
      >
        <Options of={expiries.map(({ name, days }) => [days ?? '', name])} />
      </SelectField>
    </Form>
  )
}

const findMissing = ({ permissions }: FilledKey) =>
  permissions.length === 0 ? [{ field: 'permissions', message: 'Select at least one permission.' }] : []

const isSame = (one: readonly Permission[], other: readonly Permission[]) =>
  one.length === other.length && one.every((permission) => other.includes(permission))

/** Permissions as a preset or as separate checkboxes. Both show the same selection. */
function PermissionChoice({ filled: { permissions: chosen }, onChange, errorOf }: FormPart<FilledKey>) {
  return (
    <FieldGroup legend="Permissions" error={errorOf('permissions')}>
      <div className="grid gap-2 sm:grid-cols-3">
        {presets.map((preset) => (
          <ChoiceCard
            key={preset.name}
            group="preset"
            name={preset.name}
            about={preset.about}
            isChosen={isSame(chosen, preset.permissions)}
            onChoose={() => onChange({ permissions: preset.permissions })}
          />
        ))}
      </div>
      <div className="mt-3 flex flex-wrap gap-x-4 gap-y-2 pointer-coarse:mt-1 pointer-coarse:gap-y-0">
        {allPermissions.map((permission) => (
          <label key={permission} className="flex min-h-6 cursor-pointer items-center gap-1.5 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={chosen.includes(permission)}
              onChange={({ target }) =>
                onChange({
                  permissions: allPermissions.filter((one) =>
                    one === permission ? target.checked : chosen.includes(one),
                  ),
                })
              }
            />
            {capitalized(permission)}
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}

function firstCall({ key, permissions }: CreatedKey): string {
  const api = `${location.origin}${rootPath}/api/v1`
  const authorized = `-H 'authorization: Bearer ${key}'`
  if (permissions.includes('write')) {
    return `curl ${api}/short-urls ${authorized} -H 'content-type: application/json' -d '{"url": "https://example.com/"}'`
  }
  if (permissions.includes('read')) return `curl ${api}/short-urls ${authorized}`
  if (permissions.includes('analytics')) return `curl ${api}/analytics/overview ${authorized}`
  return `curl -X DELETE ${api}/short-urls/a-code ${authorized}`
}
