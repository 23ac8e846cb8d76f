/** Every entry is there with its types, and none of them is `any`. */
import * as latchkey from 'latchkey'
import * as devtools from 'latchkey/devtools'
import * as elements from 'latchkey/elements'
import * as headless from 'latchkey/headless'
import * as react from 'latchkey/react'
import * as siwx from 'latchkey/siwx'
import * as authjs from 'latchkey/siwx/authjs'
import * as verify from 'latchkey/siwx/verify'
import * as svelte from 'latchkey/svelte'
import * as testing from 'latchkey/testing'
import * as vue from 'latchkey/vue'
import * as wagmi from 'latchkey/wagmi'
import { latchkey as wallet } from './wallet.ts'

type IsAny<Type> = 0 extends 1 & Type ? true : false
type AnyAmong<Type> = { [Name in keyof Type]: IsAny<Type[Name]> extends true ? Name : never }[keyof Type]
type Untyped =
  | AnyAmong<typeof latchkey>
  | AnyAmong<typeof authjs>
  | AnyAmong<typeof devtools>
  | AnyAmong<typeof elements>
  | AnyAmong<typeof headless>
  | AnyAmong<typeof react>
  | AnyAmong<typeof siwx>
  | AnyAmong<typeof svelte>
  | AnyAmong<typeof vue>
  | AnyAmong<typeof verify>
  | AnyAmong<typeof testing>
  | AnyAmong<typeof wagmi>
export const noneIsAny: [Untyped] extends [never] ? true : false = true

export const entries = {
  authjs,
  devtools,
  elements,
  headless,
  latchkey,
  react,
  siwx,
  svelte,
  testing,
  verify,
  vue,
  wagmi,
}

export function Wallet() {
  const { address } = react.useAccount()
  const { open } = react.useLatchkey()
  return (
    <react.LatchkeyProvider config={wallet.config}>
      <button type="button" onClick={() => open({ view: { name: 'Connect' } })}>
        {address satisfies string | undefined}
      </button>
      <react.LatchkeyButton label="Connect" balance="show" />
      <latchkey-button disabled />
      <latchkey-account balance="show" />
      <react.CustomButton>{({ network }) => network?.name}</react.CustomButton>
    </react.LatchkeyProvider>
  )
}
