import {
  type AccountState,
  activeAccount,
  activeNamespace,
  activeNetwork,
  type Config,
  disconnectedAccount,
  formatAmount,
  open,
  shortenAddress,
} from '@latchkey/core'
import { type ButtonBinding, onBinding } from './buttonRegistry.ts'
import { accountLabel, type ButtonWords, followWords } from './buttonWords.ts'
import { LOAD_ALERT } from './errors.ts'

/** A server has no elements; the class must still be importable there. */
const ServerSafeElement: typeof HTMLElement =
  typeof HTMLElement === 'undefined' ? (class {} as unknown as typeof HTMLElement) : HTMLElement

/** What each element has of a button of HTML. */
export class ButtonElement extends ServerSafeElement {
  /** Whether it can be pressed; the attribute of the same name. `disabled="false"` is how some frameworks write false. */
  get disabled(): boolean {
    return (this.getAttribute('disabled') ?? 'false') !== 'false'
  }

  set disabled(disabled: boolean) {
    if (disabled) this.setAttribute('disabled', '')
    else this.removeAttribute('disabled')
  }
}

/** Three places, or as many as the coin is counted in; those of zero beyond the third are left out. */
const balanceText = (config: Config, balance: string): string =>
  formatAmount(balance, config.adapters[activeNamespace(config)]?.balanceDigits).replace(
    /(\.\d{3}\d*?)0+$/,
    '$1',
  )

/**
 * `<latchkey-button>`: opens the modal, and shows who is connected. It works before and after `createLatchkey`.
 *
 * Attributes: `label` (text while disconnected), `balance` (`show` or `hide`, default `hide`), `disabled` (a property too).
 * CSS: `--latchkey-accent`, `--latchkey-on-accent`, `::part(button)`.
 *
 * @example
 * <latchkey-button></latchkey-button>
 */
export class LatchkeyButton extends ButtonElement {
  static readonly observedAttributes = ['label', 'balance', 'disabled']
  #button: HTMLButtonElement | undefined
  #binding: ButtonBinding | undefined
  #stops: (() => void)[] = []
  #stopBinding: (() => void) | undefined
  /** CAIP-10 address whose balance was asked for, while it is connected to the config. */
  #askedFor: string | undefined
  #words = followWords(() => this.#render())

  connectedCallback(): void {
    if (!this.#button) this.#build()
    this.#stopBinding = onBinding((binding) => this.#bind(binding))
  }

  disconnectedCallback(): void {
    this.#stopBinding?.()
    this.#bind(undefined)
  }

  attributeChangedCallback(): void {
    this.#render()
  }

  #build(): void {
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(BUTTON_CSS)
    root.adoptedStyleSheets = [sheet]
    const button = document.createElement('button')
    button.type = 'button'
    button.part.add('button')
    button.setAttribute('aria-haspopup', 'dialog')
    button.addEventListener('click', () => {
      // Not every browser focuses a button that is clicked, and the modal gives the focus back to where it was.
      button.focus({ preventScroll: true })
      if (this.#binding) open(this.#binding.config)
    })
    // The modal's code is fetched when a hand nears, so that the click itself waits for nothing.
    for (const hint of ['pointerenter', 'focus', 'touchstart'])
      button.addEventListener(hint, () => this.#binding?.preload(), { passive: true })
    root.append(button)
    this.#button = button
  }

  #bind(binding: ButtonBinding | undefined): void {
    for (const stop of this.#stops.splice(0)) stop()
    if (binding?.config !== this.#binding?.config) this.#askedFor = undefined
    this.#binding = binding
    if (binding) {
      const { accounts, networks, theme, notices, modal } = binding.config
      for (const store of [accounts, networks, theme, notices])
        this.#stops.push(store.subscribe(() => this.#render()))
      this.#stops.push(modal.subscribe(() => this.#tellExpanded()))
    }
    this.#render()
  }

  /** An open modal changes nothing of what is seen of the button. */
  #tellExpanded(): void {
    if (this.#button) this.#button.ariaExpanded = String(this.#binding?.config.modal.getState().open ?? false)
  }

  #render(): void {
    const button = this.#button
    if (!button) return
    const config = this.#binding?.config
    const account = config ? activeAccount(config) : disconnectedAccount
    const theme = config?.theme.getState()
    const words = this.#words(theme?.locale)
    // Nothing is written on the element itself: a page that a server has rendered would not be what it hydrates.
    button.dataset.theme = theme?.themeMode ?? 'dark'
    button.disabled = !config || this.disabled
    button.dataset.state = account.status
    this.#tellExpanded()
    button.ariaBusy = String(account.status === 'connecting')
    if (config && account.status === 'connected') this.#showAccount(button, config, account, words)
    else {
      this.#askedFor = undefined
      const failed = config?.notices.getState().alert?.kind === LOAD_ALERT
      button.ariaLabel = null
      button.textContent = failed
        ? words.failed
        : account.status === 'connecting'
          ? words.connecting
          : (this.getAttribute('label') ?? words.connect)
    }
  }

  #showAccount(button: HTMLButtonElement, config: Config, account: AccountState, words: ButtonWords): void {
    const showsBalance = this.getAttribute('balance') === 'show'
    if (showsBalance && account.caipAddress !== this.#askedFor) {
      this.#askedFor = account.caipAddress
      this.#binding?.readBalance()
    }
    const balance =
      showsBalance && account.balance !== undefined
        ? `${balanceText(config, account.balance)} ${account.balanceSymbol ?? ''}`
        : ''
    const name = account.profileName ?? shortenAddress(account.address ?? '')
    const parts = [
      ['balance', balance],
      ['address', name],
    ].filter(([, part]) => part !== '')
    button.replaceChildren(
      ...parts.map(([className = '', part = '']) => {
        const element = document.createElement('bdi')
        element.className = className
        element.textContent = part
        return element
      }),
    )
    const shown = parts.map(([, part]) => part).join(', ')
    button.ariaLabel = accountLabel(words, shown, activeNetwork(config.networks.getState())?.name)
  }
}

/** Registers the element once; safe to call again, and on a server. */
export function defineLatchkeyButton(): void {
  if (typeof customElements === 'undefined' || customElements.get('latchkey-button')) return
  customElements.define('latchkey-button', LatchkeyButton)
}

/**
 * Style of `<latchkey-button>`; a constructable sheet, so that a strict `style-src` allows it. The parts take no pointer: one
 * that is drawn anew between press and release would take the click with it.
 */
export const BUTTON_CSS = `
:host{display:inline-block}
:host([hidden]){display:none}
button{all:unset;--_accent:var(--latchkey-accent,#506aeb);--_on-accent:var(--latchkey-on-accent,#fff);--_surface:#1b1d1d;--_text:#f2f3f3;--_line:#f2f3f314;box-sizing:border-box;display:inline-flex;align-items:center;gap:8px;min-block-size:44px;padding-inline:20px;border-radius:22px;background:var(--_accent);color:var(--_on-accent);font:600 16px/24px system-ui,sans-serif;cursor:pointer;transition:filter 125ms ease-out,transform 75ms ease-out;-webkit-tap-highlight-color:transparent;user-select:none;white-space:nowrap}
button[data-theme=light]{--_accent:var(--latchkey-accent,#586cdb);--_surface:#f5f6f6;--_text:#141515;--_line:#14151514}
button:hover{filter:brightness(1.07)}
button:active{transform:scale(.98)}
button:focus-visible{outline:2px solid var(--_accent);outline-offset:2px}
button:disabled{opacity:.5;cursor:default}
button[data-state=connected],button[data-state=connecting]{background:var(--_surface);color:var(--_text);box-shadow:inset 0 0 0 1px var(--_line);font-variant-numeric:tabular-nums}
bdi{pointer-events:none}
.balance{opacity:.72;font-weight:500}
@media (max-width:400px){.balance{display:none}}
@media (prefers-reduced-motion:reduce){button{transition:none}button:active{transform:none}}
@media (forced-colors:active){button{border:1px solid ButtonText;forced-color-adjust:auto}}
`
