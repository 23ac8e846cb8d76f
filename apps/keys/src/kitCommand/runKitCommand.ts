import { readFileSync } from 'node:fs'
import { BaseError } from '@latchkey/errors'
import { describeKit } from './describeKit.ts'
import { readSecret } from './readSecret.ts'

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
