import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../api/failure.ts'
import { tryProvider } from '../api/single-sign-on.ts'
import { Button } from '../parts/button.tsx'

/** Reads the configuration of the provider, and shows what is wrong. */
export function TryProvider({ issuer }: { issuer: string }) {
  const attempt = useMutation({ mutationFn: () => tryProvider(issuer) })
  const isWrong = attempt.isError || attempt.data?.is_ok === false
  return (
    <div className="-mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button disabled={issuer.trim() === '' || attempt.isPending} onClick={() => attempt.mutate()}>
        Test connection
      </Button>
      <p role="status" className={`min-w-0 flex-1 basis-48 text-[13px] ${isWrong ? 'text-bad' : 'text-good'}`}>
        {attempt.isPending && <span className="text-dim">Connecting…</span>}
        {attempt.isError && messageOf(attempt.error)}
        {attempt.data?.is_ok === false && attempt.data.problem}
        {attempt.data?.is_ok === true &&
          'The provider is responding. The client ID and secret are checked at the first sign-in.'}
      </p>
    </div>
  )
}
