import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { countClicks, type FullExperiment } from '../api/experiments.ts'
import { messageOf } from '../api/failure.ts'
import { linkQuery } from '../api/links.ts'
import { refreshLinked } from '../api/refresh.ts'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'

/** What makes the figures below less than they look. */
export function ExperimentNotices({ full }: { full: FullExperiment }) {
  const { test, summary } = full
  return (
    <>
      {summary.srm_warning && (
        <Notice look="warn" title="The visitors are not shared out as the weights say">
          The clicks differ from the weights by more than chance explains. Something else leads visitors: a cache, a
          robot, a destination that fails. Look for it before you believe the figures.
        </Notice>
      )}
      {test.short_url === null ? (
        <Notice look="tell" title="The short URL of this test is deleted">
          That has completed it. Its figures stay until the test is deleted too.
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
    onError: (error) => toast.error('It still counts nothing', { description: messageOf(error) }),
    onSuccess: () => refreshLinked(queries),
  })
  if (data?.tracking_enabled !== false) return null
  return (
    <Notice
      look="warn"
      title={kind === 'qr' ? 'This QR code does not count its scans' : 'This short URL does not count its clicks'}
      action={
        <Button disabled={count.isPending} onClick={() => count.mutate()}>
          Count them
        </Button>
      }
    >
      Visitors are led to the variants all the same, but nothing is recorded, so the test will never say anything.
    </Notice>
  )
}
