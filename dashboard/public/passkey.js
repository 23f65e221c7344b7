// Signs in with a passkey on the pages that work without scripts. Without support for passkeys, their forms stay hidden.
;(() => {
  const forms = document.querySelectorAll('form[data-passkey]')
  if (!window.isSecureContext || !window.PublicKeyCredential) return

  const read = (text) =>
    Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))
  const write = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .replace(/=/g, '')

  const failed = 'Could not use a passkey. Try again, or use your password.'

  async function sign(form) {
    const answer = await fetch(form.dataset.passkey, { method: 'POST', body: new URLSearchParams(new FormData(form)) })
    if (!answer.ok) throw new Error(answer.status === 429 ? 'Too many attempts. Try again in a minute.' : failed)
    const { challenge, ...options } = await answer.json()
    const publicKey = { ...options, allowCredentials: [], challenge: read(challenge) }
    const { id, type, response } = await navigator.credentials.get({ publicKey })
    const { clientDataJSON, authenticatorData, signature } = response
    const signed = {
      clientDataJSON: write(clientDataJSON),
      authenticatorData: write(authenticatorData),
      signature: write(signature),
    }
    return JSON.stringify({ id, rawId: id, type, response: signed })
  }

  for (const form of forms) {
    const notice = form.querySelector('[aria-live]')
    const button = form.querySelector('button')
    form.hidden = false
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      notice.textContent = ''
      button.disabled = true
      try {
        form.elements.credential.value = await sign(form)
        form.submit()
      } catch (error) {
        // The user closed the browser's dialog, or has no passkey here.
        const isClosed = error.name === 'NotAllowedError' || error.name === 'AbortError'
        notice.textContent = isClosed
          ? 'No passkey was used. Try again, or use your password.'
          : error.message || failed
        button.disabled = false
      }
    })
  }
})()
