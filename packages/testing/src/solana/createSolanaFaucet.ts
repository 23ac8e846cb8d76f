import { createHash } from 'node:crypto'
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getTransactionEncoder,
  type IInstruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransaction,
} from '@solana/web3.js'
import { LOCAL_SEEDS } from './localSolana.ts'
import { readTransaction } from './readTransaction.ts'
import type { SolanaChain } from './SolanaChain.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './tokenAccounts.ts'
import {
  associatedAddress,
  createAccount,
  createAssociated,
  initializeMint,
  initializeTransferFee,
  little,
  lookUpTable,
  mintTo,
  transferLamports,
} from './tokenInstructions.ts'

/** A mint of the local chain. */
export type LocalMint = { address: string; program: string; decimals: number }

export type SolanaFaucet = {
  address: string
  /** SPL Token. */
  mint: LocalMint
  /** Token-2022; one percent of each transfer is withheld. */
  feeMint: LocalMint
  /** Sends lamports; the answer is the signature. */
  give(address: string, lamports: bigint): Promise<string>
  /** Makes so many base units of a mint in the owner's associated account; the answer is the signature. */
  giveToken(mint: LocalMint, owner: string, amount: bigint): Promise<string>
  /** Makes a look-up table of these addresses, which transactions may use from now on; the answer is its address. */
  makeTable(addresses: readonly string[]): Promise<string>
}

const DECIMALS = 6
const MINT_LENGTH = 82n
/** A mint with the extension for transfer fees. */
const FEE_MINT_LENGTH = 278n
const FEE_BASIS_POINTS = 100
const MOST_FEE = 5_000_000_000n
/** What the runtime gives at once, nearly: half a million SOL, in lamports. */
const FUNDS = 500_000_000_000_000n

const signerOf = (seed: string): Promise<KeyPairSigner> =>
  createKeyPairSignerFromPrivateKeyBytes(createHash('sha256').update(seed).digest())

function sender(chain: SolanaChain, faucet: KeyPairSigner) {
  let count = 0n
  /** Two gifts of one slot would be the same transaction: a price of so many millionths of a lamport tells them apart. */
  const unlike = (): IInstruction => ({
    programAddress: 'ComputeBudget111111111111111111111111111111' as Address,
    data: Uint8Array.from([3, ...little(++count, 8)]),
  })
  return async (instructions: readonly IInstruction[], others: readonly KeyPairSigner[] = []) => {
    const { blockhash, lastValidBlockHeight } = chain.latest()
    const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: BigInt(lastValidBlockHeight) }
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (one) => setTransactionMessageFeePayer(faucet.address, one),
      (one) => setTransactionMessageLifetimeUsingBlockhash(lifetime, one),
      (one) => appendTransactionMessageInstructions([unlike(), ...instructions], one),
    )
    const keys = [faucet, ...others].map(({ keyPair }) => keyPair)
    const signed = await signTransaction(keys, compileTransaction(message))
    const read = readTransaction(chain.svm, Uint8Array.from(getTransactionEncoder().encode(signed)))
    const error = chain.send(read)
    if (error !== null) throw new Error(`The local chain refused its faucet: ${JSON.stringify(error)}`)
    return read.signature
  }
}

/** Funds a faucet and makes the mints of the local chain. */
export async function createSolanaFaucet(chain: SolanaChain): Promise<SolanaFaucet> {
  const [faucet, mint, feeMint] = await Promise.all([
    signerOf(LOCAL_SEEDS.faucet),
    signerOf(LOCAL_SEEDS.mint),
    signerOf(LOCAL_SEEDS.feeMint),
  ])
  chain.svm.airdrop(faucet.address as never, FUNDS as never)
  const send = sender(chain, faucet)
  const from = faucet.address
  const make = (address: Address, space: bigint, owner: Address) =>
    createAccount({ from, address, space, owner, lamports: chain.svm.minimumBalanceForRentExemption(space) })
  await send(
    [
      make(mint.address, MINT_LENGTH, TOKEN_PROGRAM),
      initializeMint(TOKEN_PROGRAM, mint.address, DECIMALS, from),
    ],
    [mint],
  )
  await send(
    [
      make(feeMint.address, FEE_MINT_LENGTH, TOKEN_2022_PROGRAM),
      initializeTransferFee(TOKEN_2022_PROGRAM, feeMint.address, from, FEE_BASIS_POINTS, MOST_FEE),
      initializeMint(TOKEN_2022_PROGRAM, feeMint.address, DECIMALS, from),
    ],
    [feeMint],
  )
  return {
    address: from,
    mint: { address: mint.address, program: TOKEN_PROGRAM, decimals: DECIMALS },
    feeMint: { address: feeMint.address, program: TOKEN_2022_PROGRAM, decimals: DECIMALS },
    give: (address, lamports) => send([transferLamports(from, address as Address, lamports)]),
    async giveToken(token, owner, amount) {
      const [mintAddress, program] = [token.address as Address, token.program as Address]
      const account = await associatedAddress(owner as Address, mintAddress, program)
      return send([
        createAssociated(from, account, owner as Address, mintAddress, program),
        mintTo(program, mintAddress, account, from, amount),
      ])
    },
    async makeTable(addresses) {
      // A table is named after a slot that is over, and holds what was added before the slot that uses it.
      chain.advance(1)
      const { table, instructions } = await lookUpTable(
        from,
        BigInt(chain.slot()) - 1n,
        addresses as Address[],
      )
      await send(instructions)
      chain.advance(1)
      return table
    },
  }
}
