import { readFileSync } from 'node:fs'
import { BaseError } from '@latchkey/errors'
import {
  bytesToHex,
  deriveEvmAccount,
  EVM_PATH,
  openKit,
  parseKit,
  rootToMnemonic,
  zeroize,
} from '@latchkey/keyring'

/** One line of the terminal, not echoed; of a pipe, its first line. */
function readSecret(prompt: string): Promise<string> {
  const { stdin, stderr } = process
  // The prompt goes to stderr, so that the output can be sent elsewhere.
  stderr.write(prompt)
  const isTerminal = stdin.isTTY === true
  if (isTerminal) stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  return new Promise((resolve, reject) => {
    let line = ''
    const finish = (settle: () => void) => {
      if (isTerminal) stdin.setRawMode(false)
      stdin.pause()
      stderr.write('\n')
      settle()
    }
    stdin.on('data', (chunk: string) => {
      for (const character of chunk) {
        if (character === '\u0003') return finish(() => reject(new Error('Cancelled.')))
        if (character === '\n' || character === '\r' || character === '\u0004')
          return finish(() => resolve(line))
        line = character === '\u007F' || character === '\b' ? line.slice(0, -1) : line + character
      }
    })
    stdin.once('end', () => finish(() => resolve(line)))
  })
}

/**
 * What is printed for a kit and its code.
 *
 * @param file the text of the file
 * @param code as it was written down
 * @param withKeys also the private key
 * @throws InvalidKitError, InvalidRecoveryCodeError, KitNotOpenedError
 */
async function describeKit(file: string, code: string, withKeys: boolean): Promise<string> {
  const kit = parseKit(parseJson(file))
  const root = await openKit(kit, code)
  const account = await deriveEvmAccount(root)
  try {
    const addresses = kit.accounts.map((one) =>
      typeof one === 'string' ? `  ${one}` : `  ${one.namespace} ${one.type}: ${one.address}`,
    )
    return [
      `Kit of wallet ${kit.walletId}, made ${new Date(kit.createdAt).toISOString()}`,
      '',
      'Recovery phrase (BIP-39, 24 words, no passphrase):',
      `  ${rootToMnemonic(root)}`,
      '',
      'Addresses:',
      ...addresses,
      '',
      `The first address comes from the path ${EVM_PATH}.`,
      ...(withKeys ? ['', 'Private key of the first address:', `  ${bytesToHex(account.privateKey)}`] : []),
      '',
    ].join('\n')
  } finally {
    zeroize(root, account.privateKey)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A kit is less than 2 kB; whatever is larger is something else. */
const LARGEST_KIT = 64 * 1024
const USAGE = 'Usage: npm run open-kit -- <kit.json> [--keys]'

/**
 * Opens a recovery kit with its code, with no service and no network: prints the 24 words and the addresses.
 *
 * @param args path of the kit, and `--keys` for the private key as well
 * @throws InvalidKitError, InvalidRecoveryCodeError, KitNotOpenedError
 */
async function openKitFile(args: readonly string[]): Promise<void> {
  const withKeys = args.includes('--keys')
  const [path, ...more] = args.filter((argument) => argument !== '--keys')
  if (path === undefined || more.length > 0 || path.startsWith('-')) throw new Error(USAGE)
  const file = readFileSync(path)
  if (file.length > LARGEST_KIT) throw new Error('This file is too large for a recovery kit.')
  const code = await readSecret('Code of the kit: ')
  process.stdout.write(await describeKit(file.toString('utf8'), code, withKeys))
}

/** The command as it is run: what went wrong goes to the standard error, and sets the exit code. */
export async function runKitCommand(args: readonly string[]): Promise<void> {
  try {
    await openKitFile(args)
  } catch (error) {
    const text = error instanceof BaseError ? error.shortMessage : error instanceof Error ? error.message : ''
    process.stderr.write(`${text}\n`)
    process.exitCode = 1
  }
}
