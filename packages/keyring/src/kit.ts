import { decodeBase64url, encodeBase64url } from '@latchkey/std/base64url'
import { deriveEvmAccount, EVM_NAMESPACE } from './evm/account.ts'
import { InvalidKitError, InvalidRecoveryCodeError, KitNotOpenedError } from './primitives/errors.ts'
import { hasExactKeys, isPlainObject } from './primitives/plainObject.ts'
import { assertRoot, type RandomBytes } from './primitives/root.ts'
import { zeroize } from './primitives/zeroize.ts'
import { parseRecoveryCode } from './recoveryCode.ts'
import { deriveKey } from './recoveryKeys.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** What a kit says of itself in the clear; it cannot be changed without the kit ceasing to open. */
export type KitHeader = {
  readonly walletId: string
  /** CAIP-10, as they were on record when the kit was made. */
  readonly accounts: readonly string[]
  /** ms since the Unix epoch */
  readonly createdAt: number
}
/** The file of a recovery kit: the root under the key of the kit's own recovery code. */
export type Kit = KitHeader & {
  readonly v: 2
  readonly kind: 'latchkey-recovery-kit'
  readonly kdf: 'HKDF-SHA-256'
  /** Salt of HKDF, 96-bit iv and AES-256-GCM ciphertext, in unpadded base64url. */
  readonly salt: string
  readonly iv: string
  readonly ciphertext: string
}

/** A kit of version 1 is made no more, and opened still: it holds its accounts field by field. */
type FirstKit = Omit<Kit, 'v' | 'accounts'> & {
  readonly v: 1
  readonly accounts: readonly {
    readonly namespace: string
    readonly address: string
    readonly type: string
  }[]
}

const KEYS = ['v', 'kind', 'walletId', 'accounts', 'createdAt', 'kdf', 'salt', 'iv', 'ciphertext'] as const

/**
 * Makes a recovery kit: enough, with its code, to have the wallet back with no service running.
 *
 * @param root 32 bytes; stays the caller's to zero
 * @param secret of the kit's own code, 16 bytes; stays the caller's to zero
 * @param randomBytes a secure generator, for salt and iv
 * @throws InvalidRootError, InvalidRecoveryCodeError, InvalidKitError
 * @example const kit = await sealKit(root, { walletId, accounts, createdAt: Date.now() }, secret, randomBytes)
 */
export async function sealKit(
  root: Uint8Array,
  header: KitHeader,
  secret: Uint8Array,
  randomBytes: RandomBytes,
): Promise<Kit> {
  assertRoot(root)
  if (secret.length !== 16) throw new InvalidRecoveryCodeError()
  const salt = Uint8Array.from(randomBytes(32))
  const iv = Uint8Array.from(randomBytes(12))
  const { walletId, createdAt, accounts } = header
  const sealed = {
    v: 2,
    kind: 'latchkey-recovery-kit',
    walletId,
    accounts: [...accounts],
    createdAt,
  } as const
  const kdf = { kdf: 'HKDF-SHA-256', salt: encodeBase64url(salt) } as const
  const copy: Bytes = Uint8Array.from(root)
  try {
    const key = await deriveKey(secret, salt, kitInfo(walletId))
    const kit = { ...sealed, ...kdf, iv: encodeBase64url(iv), ciphertext: '' }
    const parameters = { name: 'AES-GCM', iv, additionalData: kitAad(kit) }
    const ciphertext = new Uint8Array(await globalThis.crypto.subtle.encrypt(parameters, key, copy))
    const made = { ...kit, ciphertext: encodeBase64url(ciphertext) }
    parseKit(made)
    return made
  } finally {
    zeroize(copy)
  }
}

/**
 * Opens a recovery kit with its code, derives the first address and compares it with the one in the file.
 * The caller zeroes the answer.
 *
 * @param kit what the file holds, as JSON gave it
 * @param code as it was written down
 * @returns the root
 * @throws InvalidKitError when the file is no kit
 * @throws InvalidRecoveryCodeError when the code has a mistake in it
 * @throws KitNotOpenedError when the code is another one, or the file was changed
 * @example const root = await openKit(JSON.parse(text), code)
 */
export async function openKit(kit: unknown, code: string): Promise<Bytes> {
  const parsed = parseKit(kit)
  const secret = parseRecoveryCode(code)
  let root: Bytes
  try {
    const key = await deriveKey(secret, decodeBase64url(parsed.salt), kitInfo(parsed.walletId))
    const parameters = { name: 'AES-GCM', iv: decodeBase64url(parsed.iv), additionalData: kitAad(parsed) }
    root = new Uint8Array(
      await globalThis.crypto.subtle.decrypt(parameters, key, decodeBase64url(parsed.ciphertext)),
    )
  } catch {
    throw new KitNotOpenedError()
  } finally {
    zeroize(secret)
  }
  const { address, privateKey } = await deriveEvmAccount(root)
  zeroize(privateKey)
  if (addressIn(parsed)?.toLowerCase() !== address.toLowerCase()) {
    zeroize(root)
    throw new KitNotOpenedError()
  }
  return root
}

/**
 * Reads the form of a kit, strictly.
 *
 * @throws InvalidKitError when anything is missing, added or of another form
 * @example const { accounts } = parseKit(JSON.parse(text))
 */
export function parseKit(value: unknown): Kit | FirstKit {
  if (!isPlainObject(value) || !hasExactKeys(value, KEYS)) throw new InvalidKitError()
  const { v, kind, walletId, accounts, createdAt, kdf, salt, iv, ciphertext } = value
  const isKit =
    kind === 'latchkey-recovery-kit' &&
    kdf === 'HKDF-SHA-256' &&
    isText(walletId, /^[A-Za-z0-9_-]{22}$/) &&
    Number.isSafeInteger(createdAt) &&
    (createdAt as number) >= 0 &&
    isText(salt, /^[A-Za-z0-9_-]{43}$/) &&
    isText(iv, /^[A-Za-z0-9_-]{16}$/) &&
    // 32 bytes of root and 16 of tag.
    isText(ciphertext, /^[A-Za-z0-9_-]{64}$/) &&
    Array.isArray(accounts) &&
    accounts.length <= 16 &&
    (v === 1 || v === 2) &&
    accounts.every(v === 1 ? isFirstAccount : isAccountId)
  const kit = value as Kit | FirstKit
  if (!isKit || addressIn(kit) === undefined) throw new InvalidKitError()
  return kit
}

const isText = (value: unknown, form: RegExp): value is string =>
  typeof value === 'string' && form.test(value)

const isAccountId = (value: unknown) =>
  isText(value, /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/)

function isFirstAccount(value: unknown): boolean {
  if (!isPlainObject(value) || !hasExactKeys(value, ['namespace', 'address', 'type'])) return false
  const { namespace, address, type } = value
  return (
    isText(namespace, /^[-a-z0-9]{3,8}$/) &&
    isText(address, /^[-.%a-zA-Z0-9]{1,128}$/) &&
    isText(type, /^(?:eoa|smartAccount|payment)$/)
  )
}

/** The address of the account that the root is compared with. */
function addressIn(kit: Kit | FirstKit): string | undefined {
  if (kit.v === 1)
    return kit.accounts.find(({ namespace, type }) => namespace === EVM_NAMESPACE && type === 'eoa')?.address
  return kit.accounts.find((id) => id.startsWith(`${EVM_NAMESPACE}:`))?.split(':')[2]
}

const kitInfo = (walletId: string) => `wallet/kit/v1|${walletId}`

/** The header, field by field in a fixed order, so that the file may be laid out anew. */
function kitAad(kit: Kit | FirstKit): Bytes {
  const { v, kind, walletId, createdAt, kdf, salt } = kit
  const rows =
    kit.v === 2
      ? kit.accounts
      : kit.accounts.map(({ namespace, address, type }) => [namespace, address, type])
  return new TextEncoder().encode(JSON.stringify([v, kind, walletId, rows, createdAt, kdf, salt]))
}
