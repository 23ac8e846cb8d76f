import { decodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem'

const STEP =
  'struct Step { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }'
const HEAD = 'bytes32 id, string integrator, string referrer, address receiver, uint256 minimum'

/** What LI.FI's contract swaps with on one network (GenericSwapFacet, and its third version). Native coins are the zero address. */
export const lifiAbi = parseAbi([
  STEP,
  `function swapTokensGeneric(${HEAD}, Step[] steps)`,
  `function swapTokensMultipleV3ERC20ToERC20(${HEAD}, Step[] steps)`,
  `function swapTokensMultipleV3ERC20ToNative(${HEAD}, Step[] steps)`,
  `function swapTokensMultipleV3NativeToERC20(${HEAD}, Step[] steps)`,
  `function swapTokensSingleV3ERC20ToERC20(${HEAD}, Step step)`,
  `function swapTokensSingleV3ERC20ToNative(${HEAD}, Step step)`,
  `function swapTokensSingleV3NativeToERC20(${HEAD}, Step step)`,
])

/** What the contract takes from the account's own allowances. */
type Taken = { token: string; amount: bigint }
/** What the contract would do: who gets what, how much of it at least, and all that is taken for it. */
export type LifiCall = { receiver: string; minimum: bigint; from: string; to: string; taken: Taken[] }

/** Reads the call itself: what an answer says beside it binds nobody. Null: it is none that swaps on one network. */
export function readLifiCall(data: Hex): LifiCall | null {
  try {
    const { args, functionName } = decodeFunctionData({ abi: lifiAbi, data })
    const [, , , receiver, minimum, swap] = args
    // A single step takes its amount, whatever it says of that.
    const steps = 'callTo' in swap ? [{ ...swap, requiresDeposit: true }] : swap
    const [first, last] = [steps[0], steps.at(-1)]
    if (!first || !last) return null
    // Those that begin with native coins take no allowance, whatever their steps say; coins go along, and are no allowance.
    const takesAllowances = !functionName.endsWith('NativeToERC20')
    const taken = steps
      .filter(
        ({ requiresDeposit, sendingAssetId }) =>
          takesAllowances && requiresDeposit && sendingAssetId !== zeroAddress,
      )
      .map(({ sendingAssetId: token, fromAmount }) => ({ token, amount: fromAmount }))
    return { receiver, minimum, from: first.sendingAssetId, to: last.receivingAssetId, taken }
  } catch {
    return null
  }
}
