const mostRetries = 5
const notDrawn = 'The image was not drawn in time.'

/** On a busy machine, drawing can take longer than the 5 s that the API waits. The worker keeps the result. */
export async function untilDrawn<Answer extends { status: number; text: string }>(
  send: () => Promise<Answer>,
): Promise<Answer> {
  let answer = await send()
  for (let retry = 0; retry < mostRetries && answer.status === 503 && answer.text.includes(notDrawn); retry += 1)
    answer = await send()
  return answer
}
