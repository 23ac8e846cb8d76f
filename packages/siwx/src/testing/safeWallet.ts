import { accountContracts, localSafeAccount } from '@latchkey/local-bundler'
import {
  type Address,
  createPublicClient,
  encodeFunctionData,
  type Hex,
  hashMessage,
  http,
  parseAbi,
  serializeErc6492Signature,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'

const abi = parseAbi([
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce)',
])

/** The owner's word for a hash, as Safe 1.4.1 checks it: EIP-712 `SafeMessage`, bound to account and network. */
const signAs = (owner: PrivateKeyAccount, account: Address, chainId: number, hash: Hex): Promise<Hex> =>
  owner.signTypedData({
    domain: { chainId, verifyingContract: account },
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    primaryType: 'SafeMessage',
    message: { message: hash },
  })

/** The Safe of one owner: where it is, what deploys it, and how it signs. The chain must have Safe's contracts. */
export async function safeWallet(chainUrl: string, owner: PrivateKeyAccount) {
  const account = await localSafeAccount(createPublicClient({ transport: http(chainUrl) }), owner)
  const { factory, factoryData } = await account.getFactoryArgs()
  if (factory === undefined || factoryData === undefined) throw new Error('The Safe is deployed already.')
  const { address } = account
  return {
    address,
    deployment: { to: factory, data: factoryData },
    /** What the owner signs of a text for any network. */
    sign: (message: string, chainId = 31_337) => signAs(owner, address, chainId, hashMessage(message)),
    /** The same of any hash. */
    signHash: (hash: Hex) => signAs(owner, address, 31_337, hash),
    /** ERC-6492 */
    wrap: (signature: Hex, call: { to: Address; data: Hex } = { to: factory, data: factoryData }): Hex =>
      serializeErc6492Signature({ address: call.to, data: call.data, signature }),
  }
}

/** A call of Safe's factory that makes something, but nobody's Safe. */
export const otherProxy = () => ({
  to: accountContracts.safeProxyFactory,
  data: encodeFunctionData({
    abi,
    functionName: 'createProxyWithNonce',
    args: [accountContracts.safe, '0x', 7n],
  }),
})
