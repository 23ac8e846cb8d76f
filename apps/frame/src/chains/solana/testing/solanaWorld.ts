import { generateKeyPairSync, sign } from 'node:crypto'
import type { ChainInfo } from '@latchkey/protocol'
import { encodeBase58 } from '@latchkey/std/base58'
import { decodeBase64url, encodeBase64url } from '@latchkey/std/base64url'
import type { SolanaMessage } from '@latchkey/std/solana/message'
import { encodeSolanaMessage, joinSolanaTransaction } from '@latchkey/std/solana/transaction'
import type { ChainRpc } from '../../../context/ChainRpc.ts'
import type { Frame } from '../../../context/Frame.ts'
import { fakeChain, fakeFrame, signedIn } from '../../../testing/fakeFrame.ts'

export const LOCAL: ChainInfo = {
  id: 0,
  caip2: 'solana:BuSkt9FaXgD9UBEqYFmw1k6YTV6DBZHR',
  name: 'Solana local',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  testnet: true,
}

export const SYSTEM = '11111111111111111111111111111111'
export const address = (byte: number): string => encodeBase58(new Uint8Array(32).fill(byte))

/** An account whose key is the test's, and a frame that it is signed in to. */
export function solanaWorld(chain: ChainRpc = fakeChain(() => null)) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  const account = encodeBase58(raw)
  const signed: string[] = []
  const signBytes = ({ bytes }: { bytes: string }) => {
    signed.push(bytes)
    return { signature: encodeBase64url(sign(null, decodeBase64url(bytes), privateKey)) }
  }
  const state = {
    ...signedIn,
    accounts: [...signedIn.accounts, { namespace: 'solana', address: account, type: 'eoa' } as const],
  }
  const frame: Frame = fakeFrame({
    state,
    keys: { signBytes },
    chain,
    config: { chains: [LOCAL] },
    now: Date.now,
  })
  return { account, frame, signed }
}

/** The same on the local network, with two SOL. @param call asks its node */
export async function fundedWorld(call: (method: string, params: never[]) => Promise<unknown>) {
  const world = solanaWorld(fakeChain(({ method, params }) => call(method, params as never)))
  await call('requestAirdrop', [world.account, 2_000_000_000] as never[])
  const { value } = (await call('getLatestBlockhash', [])) as { value: { blockhash: string } }
  return { ...world, blockhash: value.blockhash }
}

type Step = { program: string; accounts: readonly string[]; data: readonly number[] }

/** A message of one signer whose other accounts may all change. */
export function messageOf(payer: string, steps: readonly Step[], blockhash: string): SolanaMessage {
  const programs = [...new Set(steps.map(({ program }) => program))]
  const named = steps.flatMap(({ accounts }) => accounts).filter((one) => !programs.includes(one))
  const accounts = [...new Set([payer, ...named]), ...programs]
  return {
    version: 0,
    requiredSignatures: 1,
    readonlySigned: 0,
    readonlyUnsigned: programs.length,
    accounts,
    blockhash,
    instructions: steps.map(({ program, accounts: own, data }) => ({
      program: accounts.indexOf(program),
      accounts: own.map((one) => accounts.indexOf(one)),
      data: Uint8Array.from(data),
    })),
    lookups: [],
  }
}

/** A transaction as a site sends it: base58, not signed yet. */
export const wireOf = (message: SolanaMessage): string =>
  encodeBase58(joinSolanaTransaction([new Uint8Array(64)], encodeSolanaMessage(message)))

export const u64 = (value: bigint): number[] =>
  Array.from({ length: 8 }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn))

export const transfer = (from: string, to: string, lamports: bigint): Step => ({
  program: SYSTEM,
  accounts: [from, to],
  data: [2, 0, 0, 0, ...u64(lamports)],
})
