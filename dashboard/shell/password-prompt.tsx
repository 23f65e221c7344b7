import { useSyncExternalStore } from 'react'
import { onPromptChange, readPrompt } from '../api/password-prompt.ts'
import { lazyPart } from '../parts/lazy-part.tsx'

const PasswordPromptDialog = lazyPart(() => import('./password-prompt-dialog.tsx'), 'PasswordPromptDialog')

/** Asks for the password when a request needs it. The form that sent the request stays open below. */
export function PasswordPrompt() {
  const prompt = useSyncExternalStore(onPromptChange, readPrompt)
  return prompt !== null && <PasswordPromptDialog onEnd={prompt.end} />
}
