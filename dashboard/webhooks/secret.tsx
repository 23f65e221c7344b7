import { Button } from '../parts/button.tsx'
import { CopyBlock } from '../parts/copy-block.tsx'

interface SecretProps {
  secret: string
  about: string
  onDone: () => void
}

const check = `import { Webhook } from 'standardwebhooks'

const event = new Webhook(process.env.WEBHOOK_SECRET).verify(body, headers)`

/** Shows a signing secret and code that verifies requests with it. */
export const Secret = ({ secret, about, onDone }: SecretProps) => (
  <div className="flex flex-col gap-4">
    <CopyBlock title="Signing secret" text={secret} label="Copy secret" />
    <p className="text-dim">{about}</p>
    <CopyBlock title="Verify requests" text={check} label="Copy code" />
    <Button look="main" className="justify-center" onClick={onDone}>
      Done
    </Button>
  </div>
)
