const mostRetries = 3

/** On a busy machine, drawing can take longer than the 5 s that the API waits. The worker keeps the result. */
export async function untilDrawn<Answer extends { status: number }>(send: () => Promise<Answer>): Promise<Answer> {
  let answer = await send()
  for (let retry = 0; answer.status === 503 && retry < mostRetries; retry += 1) answer = await send()
  return answer
}
