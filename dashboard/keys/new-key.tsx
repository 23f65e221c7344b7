import type { CreatedKey } from '../api/keys.ts'
import { rootPath } from '../api/page-meta.ts'
import { Button } from '../parts/button.tsx'
import { CopyBlock } from '../parts/copy-block.tsx'

/** The secret, and a first call with it that needs only to be pasted. */
export function NewKey({ created, onDone }: { created: CreatedKey; onDone: () => void }) {
  const call = firstCall(created)
  return (
    <div className="flex flex-col gap-4">
      <CopyBlock title="Key" text={created.key} label="Copy the key" />
      <CopyBlock title="Try it" text={call} label="Copy the command" />
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
