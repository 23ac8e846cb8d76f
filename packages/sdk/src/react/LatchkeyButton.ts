import { createElement, type HTMLAttributes, type ReactElement, type Ref } from 'react'

export type LatchkeyButtonProps = HTMLAttributes<HTMLElement> & {
  /** Text while disconnected. */
  label?: string
  /** Default `hide`. */
  balance?: 'show' | 'hide'
  disabled?: boolean
  ref?: Ref<HTMLElement>
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'latchkey-button': LatchkeyButtonProps
    }
  }
}

/**
 * `<latchkey-button>` for React. `createLatchkey` defines the element; a server renders its tag alone.
 *
 * @example
 * <LatchkeyButton balance="show" />
 */
export const LatchkeyButton = (props: LatchkeyButtonProps): ReactElement =>
  createElement<LatchkeyButtonProps>('latchkey-button', props)
