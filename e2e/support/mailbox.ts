import { poll } from '@latchkey/testing/node'
import type { Stack } from '../../scripts/stack/startStack.ts'
import { messagesTo } from './inbox.ts'

/** One address, read as a person does: each mail once, the oldest unread one of its kind first. */
export type Mailbox = {
  /** The next mail with a code: six digits, or eight characters. */
  code(): Promise<string>
  /** The next mail with a link to this page of the wallet. */
  link(page: 'device' | 'link'): Promise<string>
  /** Subjects of all that has come so far. */
  subjects(): Promise<string[]>
}

const codeIn = (text: string) => /^\s*([0-9]{6}|[0-9A-HJKMNP-TV-Z]{8})\s*$/m.exec(text)?.[1]

export function openMailbox(stack: Stack, email: string): Mailbox {
  const read = new Set<string>()
  const next = (name: string, find: (text: string) => string | undefined): Promise<string> =>
    poll(
      async () => {
        const messages = await messagesTo(stack, email)
        for (const { id, text } of messages) {
          const found = read.has(id) ? undefined : find(text)
          if (found === undefined) continue
          read.add(id)
          return found
        }
        throw new Error(`Among ${messages.length} mails to ${email} is none with ${name} that is unread.`)
      },
      { name, timeout: 60_000 },
    )
  return {
    code: () => next('a code', codeIn),
    link: (page) => next(`a link to /${page}`, (text) => linkTo(stack, page).exec(text)?.[0]),
    subjects: async () => (await messagesTo(stack, email)).map(({ subject }) => subject),
  }
}

const linkTo = ({ origins }: Stack, page: string) =>
  new RegExp(`${origins.wallet.replaceAll('.', '\\.')}/${page}[^\\s#]*#[A-Za-z0-9_-]+`)
