const MOST_BYTES = 262_144

/** The other side did not answer in a form that is read here. */
export class UnreadableAnswerError extends Error {
  override name = 'UnreadableAnswerError'
}

/** Longer than the limit: a fault of the question, not of the server. */
export class AnswerTooLongError extends UnreadableAnswerError {
  override name = 'AnswerTooLongError'
}

async function readAll(response: Response, mostBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > mostBytes) throw new AnswerTooLongError('The answer is too long.')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/**
 * Fetches without following anywhere, and reads an answer of bounded length before it is handed on.
 *
 * @param mostBytes longest answer that is read; 256 KiB unless told
 * @throws UnreadableAnswerError, and what `fetch` throws
 */
export async function boundedFetch(
  url: string | URL,
  init: RequestInit = {},
  mostBytes = MOST_BYTES,
): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual', cache: 'no-store' })
  const { status, statusText, headers } = response
  const isEmpty = status === 204 || status === 304
  const body = await readAll(response, mostBytes)
  return new Response(isEmpty ? null : body, { status, statusText, headers })
}
