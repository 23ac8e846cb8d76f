import {
  activeAccount,
  type Config,
  type CustomWallet,
  socialProviderOf,
  socialProviders,
} from '@latchkey/core'
import { createElement } from 'react'
import { defineView, lazyComponent, type View, type ViewFeature } from '../parts/defineView.tsx'
import { namespaceParam, numberParam, textParam } from '../router/navigate.ts'
import {
  type ConnectParams,
  ConnectView,
  ConnectWalletsView,
  SocialSkeleton,
} from './connect/ConnectView.tsx'

// Views of one chunk have one place to load them from: few parts travel better than many.
const loadBuy = () => import('./buy/BuyViews.tsx')
const loadGuide = () => import('./guide/GuideViews.tsx')
const loadExtension = () => import('./extension/ExtensionViews.tsx')
const loadNames = () => import('./names/NameViews.tsx')
const loadNetworks = () => import('./networks/NetworkViews.tsx')
const loadSettings = () => import('./settings/SettingsViews.tsx')
const loadSignIn = () => import('./signIn/SignInViews.tsx')
const loadSocial = () => import('./social/SocialViews.tsx')
const loadPairing = () => import('./walletConnect/PairingViews.tsx')

/** The networks of the first view, whose code is loaded where social login is enabled. */
const SocialBlock = lazyComponent(() => loadSocial().then((module) => module.SocialBlockView), SocialSkeleton)

const connectView = defineView({
  name: 'Connect',
  title: 'connect.title',
  legal: true,
  component: ({ params }: { params: ConnectParams }) => createElement(ConnectView, { params, SocialBlock }),
  parse: (value) => {
    const error = numberParam(value, 'error')
    return { ...emailParam(value), ...(error === undefined ? {} : { error }) }
  },
})

const accountView = defineView({
  name: 'Account',
  title: 'account.title',
  account: true,
  load: () => import('./account/AccountView.tsx').then((module) => module.AccountView),
})

/** Every view of the modal. */
export const views = [
  connectView,
  defineView({
    name: 'ConnectWallets',
    title: 'connect.wallets',
    legal: true,
    component: ConnectWalletsView,
  }),
  defineView({
    name: 'ConnectSocials',
    title: 'connect.socials',
    feature: 'socials',
    legal: true,
    load: () => loadSocial().then((module) => module.ConnectSocialsView),
  }),
  defineView({
    name: 'ConnectingSocial',
    title: 'social.title',
    feature: 'socials',
    legal: 'asks',
    load: () => loadSocial().then((module) => module.ConnectingSocialView),
    parse: (value) => ({ provider: socialProviderOf(textParam(value, 'provider')) }),
  }),
  defineView({
    name: 'ConnectingFarcaster',
    title: 'social.farcaster',
    feature: 'socials',
    legal: 'asks',
    frame: true,
    load: () => loadSocial().then((module) => module.ConnectingFarcasterView),
  }),
  defineView({
    name: 'ConnectingPasskey',
    title: 'passkey.title',
    legal: 'asks',
    frame: true,
    load: () => loadSignIn().then((module) => module.ConnectingPasskeyView),
  }),
  defineView({
    name: 'ConnectingExternal',
    title: 'connecting.title',
    legal: 'asks',
    load: () => loadExtension().then((module) => module.ConnectingExternalView),
    parse: (value) => {
      const namespace = namespaceParam(value, 'namespace')
      return { connectorId: textParam(value, 'connectorId') ?? '', ...(namespace ? { namespace } : {}) }
    },
  }),
  defineView({
    name: 'ConnectingMultiChain',
    title: 'connecting.multiChainTitle',
    legal: 'asks',
    load: () => loadExtension().then((module) => module.ConnectingMultiChainView),
    parse: (value) => ({ rdns: textParam(value, 'rdns') ?? '' }),
  }),
  defineView({
    name: 'ConnectingWalletConnect',
    title: 'connecting.title',
    legal: 'first',
    load: () => loadPairing().then((module) => module.ConnectingWalletConnectView),
    // Checked by the view itself, with the code that is loaded then.
    parse: (value) => value as { wallet?: CustomWallet } | undefined,
  }),
  defineView({
    name: 'ConnectingWalletConnectBasic',
    title: 'connecting.title',
    legal: 'first',
    load: () => loadPairing().then((module) => module.ConnectingWalletConnectBasicView),
  }),
  defineView({
    name: 'EmailVerifyDevice',
    title: 'device.title',
    feature: 'email',
    frame: true,
    load: () => loadSignIn().then((module) => module.EmailVerifyDeviceView),
  }),
  defineView({
    name: 'EmailVerifyOtp',
    title: 'code.title',
    feature: 'email',
    frame: true,
    load: () => import('./signIn/EmailVerifyOtpView.tsx').then((module) => module.EmailVerifyOtpView),
  }),
  defineView({
    name: 'RecoverWallet',
    title: 'recover.title',
    frame: true,
    load: () => loadSignIn().then((module) => module.RecoverWalletView),
    parse: (value) => {
      const provider = socialProviderOf(textParam(value, 'provider'))
      return provider && { provider }
    },
  }),
  defineView({
    name: 'WhatIsAWallet',
    title: 'guide.whatIs',
    load: () => loadGuide().then((module) => module.WhatIsAWalletView),
  }),
  defineView({
    name: 'GetWallet',
    title: 'guide.get',
    load: () => loadGuide().then((module) => module.GetWalletView),
  }),
  defineView({
    name: 'WhatIsANetwork',
    title: 'guide.whatIsNetwork',
    load: () => loadGuide().then((module) => module.WhatIsANetworkView),
  }),
  accountView,
  defineView({
    name: 'WalletReceive',
    title: 'receive.title',
    account: true,
    feature: 'receive',
    load: () => import('./receive/ReceiveView.tsx').then((module) => module.ReceiveView),
  }),
  defineView({
    name: 'WalletSend',
    title: 'send.title',
    account: true,
    feature: 'send',
    load: () => import('./send/SendView.tsx').then((module) => module.SendView),
  }),
  defineView({
    name: 'WalletSendSelectToken',
    title: 'send.tokenTitle',
    account: true,
    feature: 'send',
    load: () => import('./send/SelectTokenView.tsx').then((module) => module.SelectTokenView),
  }),
  defineView({
    name: 'WalletSendPreview',
    title: 'send.reviewTitle',
    account: true,
    feature: 'send',
    load: () => import('./send/PreviewView.tsx').then((module) => module.PreviewView),
  }),
  defineView({
    name: 'Swap',
    title: 'swap.title',
    account: true,
    feature: 'swaps',
    load: () => import('./swap/SwapView.tsx').then((module) => module.SwapView),
    // Checked by the view itself, with the code that is loaded then.
    parse: (value) => value as { fromToken?: unknown; toToken?: unknown; amount?: unknown } | undefined,
  }),
  defineView({
    name: 'SwapSelectToken',
    title: 'send.tokenTitle',
    account: true,
    feature: 'swaps',
    load: () => import('./swap/SwapSelectTokenView.tsx').then((module) => module.SwapSelectTokenView),
    parse: (value) => ({ side: textParam(value, 'side') }),
  }),
  defineView({
    name: 'SwapPreview',
    title: 'send.reviewTitle',
    account: true,
    feature: 'swaps',
    load: () => import('./swap/SwapPreviewView.tsx').then((module) => module.SwapPreviewView),
  }),
  defineView({
    name: 'Buy',
    title: 'buy.title',
    account: true,
    feature: 'onramp',
    load: () => loadBuy().then((module) => module.BuyView),
  }),
  defineView({
    name: 'OnRampProviders',
    title: 'buy.providersTitle',
    account: true,
    feature: 'onramp',
    load: () => loadBuy().then((module) => module.ProvidersView),
  }),
  defineView({
    name: 'OnRampFiatSelect',
    title: 'buy.fiatTitle',
    account: true,
    feature: 'onramp',
    load: () => loadBuy().then((module) => module.FiatView),
  }),
  defineView({
    name: 'OnRampTokenSelect',
    title: 'buy.tokenTitle',
    account: true,
    feature: 'onramp',
    load: () => loadBuy().then((module) => module.CurrencyView),
  }),
  defineView({
    name: 'BuyInProgress',
    title: 'buy.title',
    account: true,
    feature: 'onramp',
    load: () => loadBuy().then((module) => module.InProgressView),
    parse: (value) => ({ url: textParam(value, 'url') }),
  }),
  // Core opens it with a payment that the page asks for; a step back from it is none.
  defineView({
    name: 'Pay',
    title: 'pay.title',
    feature: 'pay',
    load: () => import('./pay/PayView.tsx').then((module) => module.PayView),
  }),
  defineView({
    name: 'RegisterAccountName',
    title: 'name.title',
    account: true,
    load: () => loadNames().then((module) => module.RegisterAccountNameView),
  }),
  // The form is done with: nobody comes back to it.
  defineView({
    name: 'RegisterAccountNameSuccess',
    title: 'name.doneTitle',
    account: true,
    back: false,
    load: () => loadNames().then((module) => module.RegisterAccountNameSuccessView),
  }),
  defineView({
    name: 'AccountSettings',
    title: 'settings.title',
    account: true,
    load: () => loadSettings().then((module) => module.AccountSettingsView),
  }),
  defineView({
    name: 'AccountType',
    title: 'accountType.title',
    account: true,
    load: () => loadSettings().then((module) => module.AccountTypeView),
  }),
  defineView({
    name: 'Language',
    title: 'settings.language',
    load: () => import('./language/LanguageView.tsx').then((module) => module.LanguageView),
  }),
  defineView({
    name: 'Networks',
    title: 'networks.title',
    load: () => loadNetworks().then((module) => module.NetworksView),
  }),
  defineView({
    name: 'AllWallets',
    legal: 'first',
    title: 'wallets.title',
    load: () => import('./allWallets/AllWalletsView.tsx').then((module) => module.AllWalletsView),
  }),
  // Core opens it after a connection and leaves it; a step back would leave a required sign-in unseen.
  defineView({
    name: 'SIWXSignMessage',
    title: 'siwx.title',
    back: false,
    load: () => import('./siwx/SIWXSignMessageView.tsx').then((module) => module.SIWXSignMessageView),
  }),
  // Going back would leave the request waiting unseen: closing, or Reject in the frame, is the way out.
  defineView({
    name: 'ApproveTransaction',
    title: 'approve.title',
    frame: true,
    back: false,
    load: () =>
      import('./requests/ApproveTransactionView.tsx').then((module) => module.ApproveTransactionView),
  }),
  defineView({
    name: 'UnsupportedChain',
    title: 'unsupported.title',
    load: () => loadNetworks().then((module) => module.UnsupportedChainView),
  }),
  // Core opens it while a request waits in an app of this phone, and leaves it when that is answered.
  defineView({
    name: 'RequestInWallet',
    title: 'inWallet.title',
    load: () => import('./requests/RequestInWalletView.tsx').then((module) => module.RequestInWalletView),
    parse: (value) => ({ connectorId: textParam(value, 'connectorId') }),
  }),
] as const

export type { ViewName, ViewParams } from '../router/navigate.ts'

type Registered = {
  [Entry in (typeof views)[number] as Entry['name']]: Entry extends View<string, infer Params>
    ? Params
    : never
}
declare module '../router/navigate.ts' {
  interface RegisteredViews extends Registered {}
}

export const findView = (name: string): View | undefined => views.find((view) => view.name === name)

/** Whether a feature is on: what nobody has decided is as spec 9 has it. */
function isOn({ features }: Config, feature: ViewFeature): boolean {
  const { [feature]: decided = !['swaps', 'onramp', 'pay'].includes(feature) } = features.getState()
  return Array.isArray(decided) ? decided.length > 0 : Boolean(decided)
}

/** A way to sign in needs no account, and stays for whoever is in it: the page's own screen or an earlier visit led there. */
const isSigningIn = ({ runtime }: Config): boolean =>
  runtime.drawsConnect === true || runtime.social !== undefined

/** The view of a name; home for one that nobody registered, that the page has turned off, or that needs an account: a page may ask for any name. */
export function viewOf(config: Config, name: string): View {
  const view = findView(name)
  const hasAccount = activeAccount(config).address !== undefined
  const { feature } = view ?? {}
  const isWayIn = feature === 'email' || feature === 'socials'
  const isOff =
    feature && !(isWayIn ? isSigningIn(config) || isOn(config, feature) : hasAccount && isOn(config, feature))
  return view && !isOff ? view : hasAccount ? accountView : connectView
}

function emailParam(value: unknown): { email?: string } {
  const email = textParam(value, 'email')
  return email ? { email: email.slice(0, 254) } : {}
}

/**
 * Loads the code of the view that an opening shows, the networks of the first view included: drawn with them, the card does
 * not change a moment later. Never rejects.
 */
export async function loadHomeView(config: Config): Promise<void> {
  await Promise.all([
    findView(config.runtime.homeView())?.preload(),
    socialProviders(config, config.features.getState()).length > 0 ? SocialBlock.preload() : undefined,
  ])
}
