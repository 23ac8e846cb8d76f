import type { JSHandle, Page } from '@playwright/test'
import {
  AccountRole,
  address,
  appendTransactionMessageInstruction,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createSolanaRpc,
  createTransactionMessage,
  generateKeyPairSigner,
  getAddressEncoder,
  getTransactionEncoder,
  pipe,
  type Signature,
  type SignatureBytes,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  verifySignature,
} from '@solana/web3.js'
import type { Stack } from '../../scripts/stack/startStack.ts'
import type { HostPage } from './HostPage.ts'
import { readCode } from './inbox.ts'

/** The Solana Foundation's client, which knows nothing of this wallet. */
const clientOf = (stack: Stack) => createSolanaRpc(stack.solana.url)

export const lamportsOf = async (stack: Stack, of: string): Promise<bigint> =>
  (await clientOf(stack).getBalance(address(of)).send()).value

/** An address that nobody has used: it has neither SOL nor an account for a token. */
export const freshAddress = async (): Promise<string> => (await generateKeyPairSigner()).address

/**
 * A transfer that nobody has signed yet, as it goes over the wire.
 *
 * @param table of the local chain, with the recipient in it: the transaction names it by its place there
 */
export async function transferBytes(stack: Stack, from: string, to: string, amount: bigint, table?: string) {
  const { value: lifetime } = await clientOf(stack).getLatestBlockhash().send()
  // The system program's third instruction: the number, then the lamports.
  const data = new DataView(new ArrayBuffer(12))
  data.setUint32(0, 2, true)
  data.setBigUint64(4, amount, true)
  const instruction = {
    programAddress: address('11111111111111111111111111111111'),
    accounts: [
      { address: address(from), role: AccountRole.WRITABLE_SIGNER },
      { address: address(to), role: AccountRole.WRITABLE },
    ],
    data: new Uint8Array(data.buffer),
  }
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (one) => setTransactionMessageFeePayer(address(from), one),
    (one) => setTransactionMessageLifetimeUsingBlockhash(lifetime, one),
    (one) => appendTransactionMessageInstruction(instruction, one),
    (one) =>
      table
        ? compressTransactionMessageUsingAddressLookupTables(one, { [address(table)]: [address(to)] })
        : one,
  )
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)))
}

/** What an address holds of the local chain's mint, base units, as text; undefined: it has no account for it. */
export async function tokensOf(stack: Stack, owner: string): Promise<string | undefined> {
  const { value } = await clientOf(stack)
    .getTokenAccountsByOwner(
      address(owner),
      { mint: address(stack.solana.faucet.mint.address) },
      { encoding: 'jsonParsed' },
    )
    .send()
  return value[0]?.account.data.parsed.info.tokenAmount.amount
}

/** The tables that a transaction of the chain looks addresses up in; none: it is not there. */
export async function tablesOf(stack: Stack, signature: string): Promise<readonly string[]> {
  const found = await clientOf(stack)
    .getTransaction(signature as Signature, { encoding: 'json', maxSupportedTransactionVersion: 0 })
    .send()
  const lookups =
    found && 'addressTableLookups' in found.transaction.message
      ? found.transaction.message.addressTableLookups
      : []
  return (lookups ?? []).map(({ accountKey }) => accountKey)
}

/** Whether the account's key signed these bytes. */
export async function isSignedBy(account: string, signature: Uint8Array, bytes: Uint8Array) {
  const raw = Uint8Array.from(getAddressEncoder().encode(address(account)))
  const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', true, ['verify'])
  return verifySignature(key, signature as SignatureBytes, bytes)
}

/** Signs in by e-mail on the demo's page of Solana. */
export async function signInOnSolana(host: HostPage, stack: Stack, email: string): Promise<void> {
  await host.page.goto(`${stack.origins.app}/solana`)
  await host.askForCode(email)
  await host.typeCode(await readCode(stack, email))
  await host.button.and(host.page.locator('[data-state="connected"]')).waitFor()
  await host.dialog.waitFor({ state: 'hidden' })
}

type Own = {
  name: string
  accounts: readonly { address: string }[]
  features: Record<string, Record<string, (input: object) => Promise<readonly Record<string, unknown>[]>>>
}

/** The wallet that the page registers by the Wallet Standard, as a library for Solana would find it. */
const ownWallet = (page: Page): Promise<JSHandle<Own>> =>
  page.evaluateHandle(() => {
    const found: Own[] = []
    const api = { register: (...wallets: Own[]) => void found.push(...wallets) }
    dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
    const own = found.find(({ name }) => name === 'Latchkey')
    if (!own) throw new Error('The page has registered no wallet of its own.')
    return own
  })

export const solanaAddress = async (page: Page): Promise<string> =>
  (await ownWallet(page)).evaluate(({ accounts }) => accounts[0]?.address ?? '')

type Ask = { method: 'signMessage' | 'signAndSendTransaction'; bytes: Uint8Array }

/** Starts a request of the Wallet Standard, and does not wait for it: `outcome` does. The signature comes as numbers. */
export async function startSolanaRequest(page: Page, { method, bytes }: Ask): Promise<void> {
  const own = await ownWallet(page)
  await own.evaluate(
    (wallet, [name, numbers]) => {
      const given = Uint8Array.from(numbers)
      const input = { account: wallet.accounts[0], message: given, transaction: given }
      const run = wallet.features[`solana:${name}`]?.[name]
      if (!run) throw new Error('The wallet has no such feature.')
      window.asked = [
        run(input).then(
          (outputs) => ({ result: outputs.flatMap(({ signature }) => [...(signature as Uint8Array)]) }),
          ({ code, message, data }) => ({ code, message, reason: data?.reason, data }),
        ),
      ]
    },
    [method, [...bytes]] as const,
  )
}
