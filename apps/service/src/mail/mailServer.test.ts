import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { connectMailServer } from './mailServer.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** A mail server that gives these answers, by the command that they are for, and is content with all others. */
async function startServer(answers: Readonly<Record<string, string>>): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.write('220 here\r\n')
    let isBody = false
    const answer = (line: string): string => {
      if (isBody) {
        if (line !== '.') return ''
        isBody = false
        return answers['.'] ?? '250 taken'
      }
      const command = line.slice(0, 4).toUpperCase()
      const said = answers[command] ?? (command === 'DATA' ? '354 go on' : '250 good')
      isBody = said.startsWith('354')
      return said
    }
    socket.on('data', (chunk) => {
      for (const line of chunk.toString('latin1').split('\r\n').slice(0, -1)) {
        const said = answer(line)
        if (said) socket.write(`${said}\r\n`)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => void server.close(() => resolve()))
  })
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each([
  ['all is taken', {}, 'sent'],
  ['the recipient is not known', { RCPT: '550 no such mailbox' }, 'refused'],
  ['the recipient is put off', { RCPT: '451 grey' }, 'later'],
  ['the sender is not allowed', { MAIL: '550 sender not allowed' }, 'failed'],
  ['the sender is put off', { MAIL: '451 too much today' }, 'later'],
  ['nothing is sent for this account', { DATA: '554 sending is blocked' }, 'failed'],
  ['the content is refused', { '.': '554 looks like spam' }, 'failed'],
])('%s', async (_, answers, outcome) => {
  const server = connectMailServer(await startServer(answers), 'Latchkey <no-reply@example.com>')
  stops.unshift(async () => server.close())
  const one = { to: 'mia@example.com', subject: 'One', text: 'One', html: '<p>One</p>' }
  expect(await server.sendMail(one)).toBe(outcome)
})
