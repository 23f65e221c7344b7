import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { countClicks, type FullExperiment } from '../api/experiments.ts'
import { messageOf } from '../api/failure.ts'
import { linkQuery } from '../api/links.ts'
import { refreshLinked } from '../api/refresh.ts'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'

export function ExperimentNotices({ full }: { full: FullExperiment }) {
  const { test, summary } = full
  return (
    <>
      {summary.srm_warning && (
        <Notice look="warn" title="Traffic does not match the weights">
          The split of clicks differs significantly from the weights (sample ratio mismatch). A cache, a bot, or a
          failing destination may be the cause. Find it before you rely on the results.
        </Notice>
      )}
      {test.short_url === null ? (
        <Notice look="tell" title="The link of this test was deleted">
          This completed the test. Its results remain until you delete the test.
        </Notice>
      ) : (
        test.status !== 'completed' && <UncountedNotice full={full} />
      )}
    </>
  )
}

function UncountedNotice({ full: { test, kind } }: { full: FullExperiment }) {
  const queries = useQueryClient()
  const { data } = useQuery(linkQuery(test.primary_url_id))
  const count = useMutation({
    mutationFn: () => countClicks(test.primary_url_id),
    onError: (error) => toast.error('Could not turn on tracking', { description: messageOf(error) }),
    onSuccess: () => refreshLinked(queries),
  })
  if (data?.tracking_enabled !== false) return null
  return (
    <Notice
      look="warn"
      title={kind === 'qr' ? 'Scan tracking is off for this QR code' : 'Click tracking is off for this link'}
      action={
        <Button disabled={count.isPending} onClick={() => count.mutate()}>
          Turn on tracking
        </Button>
      }
    >
      Visitors are sent to the variants, but nothing is recorded, so the test cannot produce results.
    </Notice>
  )
}
