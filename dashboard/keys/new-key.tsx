import type { CreatedKey } from '../api/keys.ts'
import { rootPath } from '../api/place.ts'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'

/** The secret, and a first call with it that needs only to be pasted. */
export function NewKey({ created, onDone }: { created: CreatedKey; onDone: () => void }) {
  const call = firstCall(created)
  return (
    <div className="flex flex-col gap-4">
      <Secret label="Key" text={created.key} />
      <Secret label="Try it" text={call} />
      <Button look="main" className="justify-center" onClick={onDone}>
        I have copied it
      </Button>
    </div>
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

function Secret({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className="mb-1.5 font-medium">{label}</p>
      <div className="flex items-start gap-2 rounded-md border border-line bg-sunken p-2.5">
        <code className="min-w-0 flex-1 font-mono text-[13px] break-all">{text}</code>
        <CopyButton text={text} label={label === 'Key' ? 'Copy the key' : 'Copy the command'} />
      </div>
    </div>
  )
}
