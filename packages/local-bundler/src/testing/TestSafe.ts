import { devAccounts } from '@latchkey/testing'
import {
  type Address,
  concat,
  encodeFunctionData,
  type Hex,
  pad,
  parseEther,
  type TransactionReceipt,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { accountContracts } from '../accountContracts.ts'
import { joined, type SafeCall, safeAbi, setupOf } from '../safeEncoding.ts'
import type { TestChain } from './TestChain.ts'

const owner = devAccounts[1].address
const signer = privateKeyToAccount(devAccounts[1].privateKey)

export type TestSafe = {
  address: Address
  /** Makes these calls, all or none, without a user operation. */
  act: (...calls: SafeCall[]) => Promise<TransactionReceipt>
  /** Call data by which anybody makes it do this, once, as its next transaction. */
  signed: (call: SafeCall) => Promise<Hex>
  /** Its call to itself that makes the permission manager a module. */
  enable: SafeCall
}

/** The owner as the sender is the signature: type 1, and the owner as its first word. */
const ownerIsSender = concat([pad(owner), pad('0x'), '0x01'])

/** EIP-712 type of what an owner signs. */
const safeTx = {
  SafeTx: [
    { type: 'address', name: 'to' },
    { type: 'uint256', name: 'value' },
    { type: 'bytes', name: 'data' },
    { type: 'uint8', name: 'operation' },
    { type: 'uint256', name: 'safeTxGas' },
    { type: 'uint256', name: 'baseGas' },
    { type: 'uint256', name: 'gasPrice' },
    { type: 'address', name: 'gasToken' },
    { type: 'address', name: 'refundReceiver' },
    { type: 'uint256', name: 'nonce' },
  ],
} as const

async function signTransaction({ client }: TestChain, address: Address, call: SafeCall): Promise<Hex> {
  const { to, value, data, operation } = joined([call])
  const nonce = await client.readContract({ abi: safeAbi, address, functionName: 'nonce' })
  const [gas, nobody] = [0n, zeroAddress]
  const signature = await signer.signTypedData({
    domain: { chainId: client.chain.id, verifyingContract: address },
    types: safeTx,
    primaryType: 'SafeTx',
    message: {
      to,
      value,
      data,
      operation,
      safeTxGas: gas,
      baseGas: gas,
      gasPrice: gas,
      gasToken: nobody,
      refundReceiver: nobody,
      nonce,
    },
  })
  return encodeFunctionData({
    abi: safeAbi,
    functionName: 'execTransaction',
    args: [to, value, data, operation, gas, gas, gas, nobody, nobody, signature],
  })
}

/** A new Safe with ten ether. */
export async function deploySafe(chain: TestChain, salt: bigint): Promise<TestSafe> {
  const { client, sender, mined, anvil } = chain
  const creation = {
    abi: safeAbi,
    address: accountContracts.safeProxyFactory,
    functionName: 'createProxyWithNonce',
    args: [accountContracts.safe, setupOf(owner), salt],
  } as const
  const { result: address } = await client.simulateContract({ ...creation, account: owner })
  await mined(sender(owner).writeContract(creation))
  await anvil.setBalance(address, parseEther('10'))
  const data = encodeFunctionData({
    abi: safeAbi,
    functionName: 'enableModule',
    args: [accountContracts.permissionManager],
  })
  return {
    address,
    enable: { to: address, data },
    signed: (call) => signTransaction(chain, address, call),
    act(...calls) {
      const { to, value, data, operation } = joined(calls)
      return mined(
        sender(owner).writeContract({
          abi: safeAbi,
          address,
          functionName: 'execTransaction',
          args: [to, value, data, operation, 0n, 0n, 0n, zeroAddress, zeroAddress, ownerIsSender],
        }),
      )
    },
  }
}
