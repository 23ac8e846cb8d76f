import { createElement, forwardRef, type HTMLAttributes, type ReactElement, type Ref } from 'react'

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
 * What an element that React does not know is given: React 18 writes all of it as attributes, so that `className` is no class
 * there, and false is set.
 */
const attributesOf = ({ className, hidden, ...props }: LatchkeyButtonProps): LatchkeyButtonProps => ({
  ...props,
  ...(className === undefined ? {} : { class: className }),
  ...(hidden ? { hidden } : {}),
})

/**
 * `<latchkey-button>` for React. `createLatchkey` defines the element; a server renders its tag alone.
 *
 * @example
 * <LatchkeyButton balance="show" />
 */
export const LatchkeyButton = forwardRef<HTMLElement, LatchkeyButtonProps>((props, ref) =>
  createElement<LatchkeyButtonProps>('latchkey-button', { ...attributesOf(props), ref }),
) as (props: LatchkeyButtonProps) => ReactElement
