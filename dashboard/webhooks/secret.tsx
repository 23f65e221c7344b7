import { CopyBlock } from '../parts/copy-block.tsx'
import { OnceModal } from '../parts/once-modal.tsx'

const check = `import { Webhook } from 'standardwebhooks'

const event = new Webhook(process.env.WEBHOOK_SECRET).verify(body, headers)`

interface SecretProps {
  title: string
  secret: string
  about: string
  onClose: () => void
  onDone?: () => void
}

/** Shows the signing secret of a webhook, once. */
export const Secret = ({ secret, about, ...modal }: SecretProps) => (
  <OnceModal name="Signing secret" text={secret} copy="Copy secret" {...modal}>
    <p className="text-dim">{about}</p>
    <CopyBlock title="Verify requests" text={check} label="Copy code" />
  </OnceModal>
)
