import { curlPost } from '../api/call-text.ts'
import type { ExperimentKind } from '../api/experiments.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'

const variants = [{ destination_url: 'https://example.com/short' }, { destination_url: 'https://example.com/long' }]

export function NoExperiments({ kind, onCreate }: { kind: ExperimentKind; onCreate: () => void }) {
  const body = { name: 'Headline', conversions_enabled: true, variants }
  return (
    <EmptyState
      about={
        kind === 'url'
          ? 'A test leads the visitors of one short URL to two or more pages, and says which of them does better.'
          : 'A test leads who scans one QR code to two or more pages, and says which of them does better. What is printed stays as it is.'
      }
      action={
        <Button look="main" onClick={onCreate}>
          Create a test
        </Button>
      }
      command={curlPost(kind === 'url' ? '/url-ab-tests' : '/qr-ab-tests', body)}
    />
  )
}
