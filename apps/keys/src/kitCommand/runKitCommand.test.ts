import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deriveEvmAccount, formatRecoveryCode, rootToMnemonic, sealKit } from '@latchkey/keyring'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const script = fileURLToPath(new URL('../../../../scripts/open-kit.ts', import.meta.url))
const loader = createRequire(import.meta.url).resolve('tsx/cli')
const root = Uint8Array.from({ length: 32 }, (_, at) => 3 + at * 5)
const secret = Uint8Array.from({ length: 16 }, (_, at) => 7 + at)
const code = formatRecoveryCode(secret)
let folder: string
let file: string
let address: string
let privateKey: string

beforeAll(async () => {
  const account = await deriveEvmAccount(root)
  address = account.address
  privateKey = `0x${Buffer.from(account.privateKey).toString('hex')}`
  const accounts = [`eip155:1:${address}`]
  const header = { walletId: 'w'.repeat(22), accounts, createdAt: 1_790_000_000_000 }
  const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))
  folder = mkdtempSync(join(tmpdir(), 'open-kit-'))
  file = join(folder, 'kit.json')
  writeFileSync(file, JSON.stringify(await sealKit(root, header, secret, randomBytes), null, 2))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the command as a person does, with the code on its standard input. */
function run(
  args: readonly string[],
  input: string,
): Promise<{ exit: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [loader, script, ...args], {
    stdio: 'pipe',
    env: { PATH: process.env.PATH },
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString()
  })
  // A command that ends before it reads closes its end of the pipe.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  return new Promise((resolve) => child.once('close', (exit) => resolve({ exit, out, err })))
}

describe('npm run open-kit', () => {
  test('prints the 24 words and the addresses, and no key unless it is asked for', async () => {
    const { exit, out } = await run([file], `${code.toLowerCase()}\n`)
    expect(exit).toBe(0)
    expect(out).toContain(rootToMnemonic(root))
    expect(out).toContain(`eip155:1:${address}`)
    expect(out).not.toContain(privateKey)
  })
  test('prints the private key with --keys', async () => {
    const { exit, out } = await run(['--keys', file], code)
    expect(exit).toBe(0)
    expect(out).toContain(privateKey)
  })
  test('refuses another code, and prints nothing of the wallet or of the code', async () => {
    const other = formatRecoveryCode(new Uint8Array(16).fill(9))
    const { exit, out, err } = await run([file], `${other}\n`)
    expect(exit).toBe(1)
    expect(out).toBe('')
    expect(err).toMatch(/The code does not open this recovery kit/)
    expect(err).not.toContain(other)
  })
  test('tells a misspelt code from a wrong one', async () => {
    const { exit, err } = await run([file], `${code.slice(0, -1)}\n`)
    expect(exit).toBe(1)
    expect(err).toMatch(/compare each character/)
  })
  test.each([
    ['no file', []],
    ['two files', ['a.json', 'b.json']],
    ['an unknown option', ['--help']],
  ])('says how it is used with %s', async (_, args) => {
    const { exit, err } = await run(args, '')
    expect(exit).toBe(1)
    expect(err).toMatch(/Usage: npm run open-kit/)
  })
  test('refuses a file that is no kit', async () => {
    const other = join(folder, 'other.json')
    writeFileSync(other, '{"hello": 1}')
    const { exit, err } = await run([other], `${code}\n`)
    expect(exit).toBe(1)
    expect(err).toMatch(/not a recovery kit/)
  })
})
