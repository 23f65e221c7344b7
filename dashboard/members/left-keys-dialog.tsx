import { Link } from '@tanstack/react-router'
import type { LeftKeys } from '../api/members.ts'
import { buttonStyle } from '../parts/button.tsx'
import { Modal } from '../parts/modal.tsx'

/** The API keys that a removed member created. */
export const LeftKeysDialog = ({ keys, onClose }: { keys: LeftKeys; onClose: () => void }) => (
  <Modal
    title="Review API keys"
    about="The removed member created these keys, which still work. Revoke the ones that you do not need."
    onClose={onClose}
  >
    <ul aria-label="API keys" className="flex flex-col divide-y divide-line">
      {keys.map(({ id, name, prefix }) => (
        <li key={id} className="flex items-baseline justify-between gap-3 py-2">
          <span className="truncate font-medium">{name}</span>
          <span className="font-mono text-xs text-dim">{prefix}…</span>
        </li>
      ))}
    </ul>
    <div className="mt-4 flex justify-end">
      <Link to="/keys" className={buttonStyle({ look: 'main' })}>
        Open API keys
      </Link>
    </div>
  </Modal>
)
