import { passwordNeeded } from '#schemas/session-refusals.ts'
import { Failure } from './failure.ts'

interface Prompt {
  /** Whether the user has entered the right password. */
  end: (isConfirmed: boolean) => void
}

/** The open prompt. All requests that wait for the password share it. */
let prompt: { shown: Prompt; ended: Promise<boolean> } | null = null
const listeners = new Set<() => void>()

function setPrompt(next: typeof prompt): void {
  prompt = next
  for (const listener of listeners) listener()
}

export const readPrompt = (): Prompt | null => prompt?.shown ?? null

export const onPromptChange = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function askPassword(): Promise<boolean> {
  if (prompt !== null) return prompt.ended
  const shown: Prompt = { end: () => undefined }
  const ended = new Promise<boolean>((resolve) => {
    shown.end = (isConfirmed) => {
      setPrompt(null)
      resolve(isConfirmed)
    }
  })
  setPrompt({ shown, ended })
  return ended
}

/** Sends a request. If the API wants the password first, asks for it and sends the request again. */
export async function withPassword<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    const isAsked = error instanceof Failure && error.details === passwordNeeded
    if (isAsked && (await askPassword())) return await send()
    throw error
  }
}
