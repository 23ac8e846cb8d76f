import { httpRequest, poll } from '@latchkey/testing/node'
import type { Stack } from '../../scripts/stack/startStack.ts'

type Message = { id: string; to: string; subject: string; text: string; html: string; date: string }

/** Messages to one address, newest last. */
export async function messagesTo(stack: Stack, email: string): Promise<Message[]> {
  const url = `http://127.0.0.1:${stack.ports.inbox}/api/messages?to=${encodeURIComponent(email)}`
  const reply = await httpRequest(url)
  // The inbox has the newest first; two may have come in one millisecond, so their dates do not tell.
  return (JSON.parse(reply.body) as Message[]).reverse()
}

/** The code of the newest mail, once `count` mails have arrived. */
export async function readCode(stack: Stack, email: string, count = 1): Promise<string> {
  const messages = await poll(
    async () => {
      const found = await messagesTo(stack, email)
      if (found.length < count) throw new Error(`${found.length} of ${count} mails have arrived.`)
      return found
    },
    { name: 'the mail', timeout: 60_000 },
  )
  const newest = messages.at(-1)
  const code = /^\s*([0-9]{6}|[0-9A-HJKMNP-TV-Z]{8})\s*$/m.exec(newest?.text ?? '')?.[1]
  if (!code) throw new Error(`No code in: ${newest?.text}`)
  return code
}
