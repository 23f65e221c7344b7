import { Button } from '../parts/button.tsx'
import { CopyBlock } from '../parts/copy-block.tsx'

const check = `import { Webhook } from 'standardwebhooks'

const event = new Webhook(process.env.WEBHOOK_SECRET).verify(body, headers)`

export const Secret = ({ secret, about, onDone }: { secret: string; about: string; onDone: () => void }) => (
  <div className="flex flex-col gap-4">
    <CopyBlock title="Signing secret" text={secret} label="Copy secret" />
    <p className="text-dim">{about}</p>
    <CopyBlock title="Verify requests" text={check} label="Copy code" />
    <Button look="main" className="justify-center" onClick={onDone}>
      Done
    </Button>
  </div>
)
