import type { Handler } from './Handler.ts'

/** Starts the frame anew. The answer leaves first, or the host would wait for it. */
export const reload: Handler<'reload'> = (frame) => () => {
  setTimeout(frame.reload, 0)
  return {}
}
