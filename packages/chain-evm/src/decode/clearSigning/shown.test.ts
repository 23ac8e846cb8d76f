import { Interface, type ParamType } from 'ethers'
import fc from 'fast-check'
import { type Address, getAddress, type Hex, toHex } from 'viem'
import { formatAbiItem } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import type { Described } from '../model.ts'
import { createClearSigner } from './createClearSigner.ts'
import { readDescriptor } from './readDescriptor.ts'
import { snapshot } from './snapshot.ts'

const from: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const clear = createClearSigner(snapshot.map(({ document }) => document))

const bytes = (size: object) => fc.uint8Array(size).map((one) => toHex(one))

/** What the files bind to zero; `interestRateMode` has words for 1 and 2 alone. */
const bound = ['sqrtPriceLimitX96', 'ownerControlledFuses']

/** Values of a parameter, small ones often, so that bounds and magic values are met. */
function arbitraryOf(param: ParamType): fc.Arbitrary<unknown> {
  if (param.arrayChildren) return fc.array(arbitraryOf(param.arrayChildren), { maxLength: 1 })
  if (param.components) return fc.tuple(...param.components.map(arbitraryOf))
  if (bound.includes(param.name)) return fc.constantFrom(0n, 0n, 0n, 1n)
  if (param.name === 'interestRateMode') return fc.constantFrom(0n, 1n, 2n, 2n)
  const bits = Number(/^uint([0-9]+)$/.exec(param.type)?.[1])
  if (bits) {
    const most = 2n ** BigInt(bits) - 1n
    return fc.oneof(fc.constantFrom(0n, 1n, 2n, most), fc.bigInt({ min: 0n, max: most }))
  }
  if (param.type === 'bool') return fc.boolean()
  if (param.type === 'string') return fc.string({ maxLength: 10 })
  if (param.type === 'address') return bytes({ minLength: 20, maxLength: 20 }).map((hex) => getAddress(hex))
  const size = Number(/^bytes([0-9]+)$/.exec(param.type)?.[1])
  return size ? bytes({ minLength: size, maxLength: size }) : bytes({ minLength: 43, maxLength: 43 })
}

/** What is hidden on purpose, as the reviewed files say it: every other argument must be seen. */
const hidden: Readonly<Record<string, readonly string[]>> = {
  supply: ['referralCode'],
  borrow: ['referralCode'],
  submit: ['_referral'],
  register: ['secret'],
  exactInput: ['params.path'],
  exactOutput: ['params.path'],
}

type Place = { path: string; steps: readonly number[] }
const placesOf = (params: readonly ParamType[], prefix = '', steps: readonly number[] = []): Place[] =>
  params.flatMap((param, index) => {
    const path = `${prefix}${param.name}`
    const here = [...steps, index]
    return param.components && !param.arrayChildren
      ? placesOf(param.components, `${path}.`, here)
      : [{ path, steps: here }]
  })

/** The arguments with the one at a place replaced. */
function replaced(args: unknown, [step, ...rest]: readonly number[], value: unknown): unknown {
  if (step === undefined) return value
  return (args as unknown[]).map((one, index) => (index === step ? replaced(one, rest, value) : one))
}

/** Where two amounts are shown by the same words, or two dates as no end: both are beyond the bound that the file names. */
const isBeyond = ({ fields }: Described) =>
  fields.some(({ value }) => value.kind === 'tokenWords' || (value.kind === 'date' && value.seconds === null))

const formats = snapshot.flatMap(({ file, document }) => {
  const { context, calls } = readDescriptor(document)
  const [place] = context.deployments ?? []
  return place ? calls.map((format) => ({ file, name: format.abi.name, format, place })) : []
})

describe('no argument can change without a change on the screen', () => {
  test.each(formats)('$file $name', ({ name, format, place }) => {
    const coder = new Interface([`function ${formatAbiItem(format.abi, { includeName: true })}`])
    const fragment = coder.getFunction(name)
    if (!fragment) throw new Error(name)
    const describeArgs = (args: unknown): Described | null => {
      const data = coder.encodeFunctionData(fragment, args as unknown[]) as Hex
      const selector = data.slice(0, 10) as Hex
      const call = { kind: 'unknown', to: place.address, value: 0n, data, selector } as const
      const told = clear.describeCall(call, { chainId: place.chainId, from })
      return told.kind === 'described' ? told.described : null
    }
    const places = placesOf(fragment.inputs)
    const seen = places.filter(({ path }) => !hidden[name]?.includes(path))
    if (seen.length === 0) return
    let spoken = 0
    const change = fc.constantFrom(...seen).chain(({ steps }) => {
      const param = steps.reduce<ParamType | undefined>(
        (at, step) => (at ? at.components?.[step] : fragment.inputs[step]),
        undefined,
      )
      return fc.tuple(fc.constant(steps), arbitraryOf(param as ParamType))
    })
    fc.assert(
      fc.property(fc.tuple(...fragment.inputs.map(arbitraryOf)), change, (args, [steps, value]) => {
        const after = replaced(args, steps, value)
        fc.pre(
          coder.encodeFunctionData(fragment, args) !== coder.encodeFunctionData(fragment, after as unknown[]),
        )
        const [before, now] = [describeArgs(args), describeArgs(after)]
        if (before === null || now === null || (isBeyond(before) && isBeyond(now))) return
        spoken += 1
        expect(now).not.toEqual(before)
      }),
      { numRuns: 80 },
    )
    // Silence would prove nothing.
    expect(spoken).toBeGreaterThan(0)
  })
})
