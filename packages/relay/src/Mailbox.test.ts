import { expect, test } from 'vitest'
import { createMemoryMailbox } from './Mailbox.ts'
import { describeMailbox } from './testing/mailboxContract.ts'

describeMailbox('the mailbox in memory', async () => {
  let time = 1_000_000
  const now = () => time
  const mailbox = createMemoryMailbox(now)
  const advance = (milliseconds: number) => {
    time += milliseconds
  }
  return { one: mailbox, two: mailbox, advance, now }
})

test('all messages together have a limit, from which acknowledged ones are taken off', async () => {
  let time = 0
  const mailbox = createMemoryMailbox(() => time, 3_000)
  const put = (hash: string) =>
    mailbox.put(
      {
        topic: hash,
        hash,
        message: 'x'.repeat(900),
        tag: 0,
        publisher: 'a',
        publishedAt: 0,
        expiresAt: 10_000,
      },
      10,
    )
  expect([await put('1'), await put('2'), await put('3')]).toEqual(['stored', 'stored', 'full'])
  await mailbox.acknowledge('1', ['1'])
  expect(await put('3')).toBe('full')
  await mailbox.acknowledge('2', ['2'])
  expect(await put('3')).toBe('stored')
  time = 10_000
  expect([await put('4'), await put('5')]).toEqual(['stored', 'stored'])
})
