import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { AppLinks } from '#schemas/app-links.ts'
import type { WholeSetting } from '../api/domain-settings.ts'
import { domainsKey } from '../api/refresh.ts'
import { withScheme } from '../format/urls.ts'
import { exactText, Field, FieldFrame } from '../parts/field.tsx'
import { FieldGroup } from '../parts/field-group.tsx'
import { bindText, Form, useForm } from '../parts/form.tsx'
import { inputStyle } from '../parts/input-style.ts'
import { Modal } from '../parts/modal.tsx'
import { saveChanges } from '../parts/save-changes.ts'
import { useClose } from '../parts/use-is-there.ts'
import type { Sent } from '../parts/use-sending.ts'

interface AppsDialogProps {
  host: string
  apps: AppLinks | null
  setting: WholeSetting<AppLinks | null>
  onClose: () => void
}

/** Lists have one item per line. */
type Filled = Record<'app_ids' | 'ios_store' | 'package_name' | 'fingerprints' | 'android_store', string>

export function AppsDialog({ host, apps, setting, onClose }: AppsDialogProps) {
  const close = useClose(onClose)
  const queries = useQueryClient()
  async function send(filled: Filled, _event: Sent, base: Filled) {
    await saveChanges(filled, base, {
      read: async () => fill(await setting.read()),
      save: (merged) => setting.save(readFilled(merged)),
    })
    await queries.invalidateQueries({ queryKey: domainsKey })
    close()
    toast.success('Mobile apps saved')
  }
  const { part, sending } = useForm(fill(apps), send, { draft: `apps ${host}` })
  return (
    <Modal
      title={`Mobile apps of ${host}`}
      about="Links of this domain open in these apps on devices that have them installed."
      onClose={onClose}
    >
      <Form sending={sending} submit="Save" gap="gap-6">
        <FieldGroup legend="iOS">
          <div className="flex flex-col gap-4">
            <LinesField
              label="App IDs"
              placeholder="ABCDE12345.com.example.app"
              hint="Team ID and bundle ID, one app per line."
              {...bindText(part, 'app_ids', 'app_links.ios.app_ids')}
            />
            <StoreField
              label="App Store URL"
              placeholder="https://apps.apple.com/app/id123456789"
              {...bindText(part, 'ios_store', 'app_links.ios.store_url')}
            />
          </div>
        </FieldGroup>
        <FieldGroup legend="Android">
          <div className="flex flex-col gap-4">
            <Field
              label="Application ID"
              placeholder="com.example.app"
              {...exactText}
              {...bindText(part, 'package_name', 'app_links.android.package_name')}
            />
            <LinesField
              label="SHA-256 fingerprints"
              placeholder="14:6D:E9:83:C5:73:…"
              hint="Fingerprints of the signing certificates, one per line. The Play Console shows them under App integrity."
              {...bindText(part, 'fingerprints', 'app_links.android.sha256_fingerprints')}
            />
            <StoreField
              label="Google Play URL"
              placeholder="https://play.google.com/store/apps/details?id=com.example.app"
              {...bindText(part, 'android_store', 'app_links.android.store_url')}
            />
          </div>
        </FieldGroup>
      </Form>
    </Modal>
  )
}

type Bound = ReturnType<typeof bindText<Filled>>

function LinesField({ label, hint, error, ...area }: Bound & { label: string; hint: string; placeholder: string }) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(ties) => <textarea rows={2} className={`${inputStyle} h-auto py-2`} {...exactText} {...ties} {...area} />}
    </FieldFrame>
  )
}

const StoreField = (props: Bound & { label: string; placeholder: string }) => (
  <Field hint="For visitors without the app." inputMode="url" {...exactText} {...props} />
)

function fill(apps: AppLinks | null): Filled {
  const { ios, android } = apps ?? { ios: null, android: null }
  return {
    app_ids: (ios?.app_ids ?? []).join('\n'),
    ios_store: ios?.store_url ?? '',
    package_name: android?.package_name ?? '',
    fingerprints: (android?.sha256_fingerprints ?? []).join('\n'),
    android_store: android?.store_url ?? '',
  }
}

const linesOf = (text: string): string[] => text.split(/[\s,]+/).filter((line) => line !== '')
const urlOf = (text: string): string | null => withScheme(text.trim()) || null

function readFilled({ app_ids, ios_store, package_name, fingerprints, android_store }: Filled): AppLinks {
  const ios = { app_ids: linesOf(app_ids), store_url: urlOf(ios_store) }
  const android = {
    package_name: package_name.trim() || null,
    sha256_fingerprints: linesOf(fingerprints),
    store_url: urlOf(android_store),
  }
  return { ios, android }
}
