import { Button } from '../parts/button.tsx'
import { CodeBlock } from '../parts/code-block.tsx'

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
    <CodeBlock label="Secret" text={secret} copy="Copy the secret" />
    <p className="text-dim">{about}</p>
    <CodeBlock label="Check what you are sent" text={check} copy="Copy the lines" />
    <Button look="main" className="justify-center" onClick={onDone}>
      I have copied it
    </Button>
  </div>
)
