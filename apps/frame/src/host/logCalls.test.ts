import type { Handlers } from '@latchkey/bridge'
import { type FrameContract, NoPendingCodeError, UserRejectedError } from '@latchkey/protocol/frame'
import { expect, test } from 'vitest'
import { logLevelOf } from './callLog.ts'
import { logCalls } from './logCalls.ts'

const SECRETS = ['mia@example.com', '431907']
const context = { origin: '', signal: new AbortController().signal } as never

async function made(search: string) {
  const source = {
    connectEmail: () => ({ action: 'VERIFY_OTP', emailHint: 'm•••@example.com' }),
    connectOtp: () => {
      throw new NoPendingCodeError({ details: SECRETS[1] as string })
    },
    rpcRequest: () => Promise.reject(new UserRejectedError()),
  } as unknown as Handlers<FrameContract>
  const { handlers, readLog } = logCalls<FrameContract>(source, search)
  await handlers.connectEmail({ email: SECRETS[0] as string }, context)
  await expect(handlers.connectOtp({ otp: SECRETS[1] as string }, context)).rejects.toMatchObject({
    code: 2010,
  })
  await expect(handlers.rpcRequest({ method: 'personal_sign' }, context)).rejects.toMatchObject({
    code: 2004,
  })
  const lines = (await readLog()).trim().split('\n').filter(Boolean)
  return { lines: lines.map((line) => JSON.parse(line)) }
}

test('R9-63 the frame keeps errors, where the page has not said otherwise', () => {
  expect(logLevelOf('?projectId=demo&enableLogger=true')).toBe('error')
  expect(logLevelOf('?enableLogger=true&logLevel=debug')).toBe('debug')
  expect(logLevelOf('?enableLogger=true&logLevel=<img>')).toBe('error')
  expect(logLevelOf('?enableLogger=false&logLevel=debug')).toBe('silent')
  expect(logLevelOf('')).toBe('silent')
})

test('R9-63 an error is kept by its method and its code, and what works is not', async () => {
  const { lines } = await made('?enableLogger=true')
  expect(lines).toEqual([expect.objectContaining({ level: 'error', name: 'connectOtp', code: 2010 })])
})

test('R9-63 more is kept where the page asks for it, and never a param, a result or a sentence', async () => {
  const { lines } = await made('?enableLogger=true&logLevel=debug')
  expect(lines.map(({ level, name }) => [level, name])).toEqual([
    ['debug', 'connectEmail'],
    ['error', 'connectOtp'],
    ['warn', 'rpcRequest'],
  ])
  const text = JSON.stringify(lines)
  for (const secret of [...SECRETS, '@', '•']) expect(text).not.toContain(secret)
})

test('a frame without a log serves the very handlers', async () => {
  const source = { connectEmail: () => ({}) } as unknown as Handlers<FrameContract>
  const { handlers, readLog } = logCalls<FrameContract>(source, '?enableLogger=false')
  expect(handlers).toBe(source)
  expect(await readLog()).toBe('')
})
