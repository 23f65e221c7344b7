import { Button } from '../parts/button.tsx'
import { CopyBlock } from '../parts/copy-block.tsx'

interface SecretProps {
  secret: string
  about: string
  onDone: () => void
}

const check = `import { Webhook } from 'standardwebhooks'

const event = new Webhook(process.env.WEBHOOK_SECRET).verify(body, headers)`

/** Shown this once, with what it is for. */
export const Secret = ({ secret, about, onDone }: SecretProps) => (
  <div className="flex flex-col gap-4">
    <CopyBlock title="Secret" text={secret} label="Copy the secret" />
    <p className="text-dim">{about}</p>
    <CopyBlock title="Check what you are sent" text={check} label="Copy the lines" />
    <Button look="main" className="justify-center" onClick={onDone}>
      I have copied it
    </Button>
  </div>
)
