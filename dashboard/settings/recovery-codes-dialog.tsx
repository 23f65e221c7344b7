import { OnceModal } from '../parts/once-modal.tsx'

export const RecoveryCodesDialog = ({ codes, onClose }: { codes: string[]; onClose: () => void }) => (
  <OnceModal title="Recovery codes" name="Codes" text={codes.join('\n')} copy="Copy codes" onClose={onClose}>
    <p className="text-dim">
      If you lose your phone, sign in with one of these codes. Each works once. Keep them where you keep your passwords.
    </p>
  </OnceModal>
)
