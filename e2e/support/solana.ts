import type { JSHandle, Page } from '@playwright/test'
import {
  AccountRole,
  address,
  appendTransactionMessageInstruction,
  compileTransaction,
  createSolanaRpc,
  createTransactionMessage,
  getAddressEncoder,
  getTransactionEncoder,
  pipe,
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

/** A transfer that nobody has signed yet, as it goes over the wire. */
export async function transferBytes(stack: Stack, from: string, to: string, amount: bigint) {
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
  )
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)))
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
